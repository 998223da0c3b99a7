"""Relatedness measures against human judgement."""
