"""Tests on the real data beside the repository; skipped, with a reason, where it is not."""
