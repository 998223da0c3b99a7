"""Detection of names in raw text, learned from the links of a wiki in any language."""

from pairlinking.detection.detector import Detector, Name
from pairlinking.detection.training import TooFewLinks, learn_detector

__all__ = ["Detector", "Name", "TooFewLinks", "learn_detector"]
