"""Candidates: from a mention to the entities it can mean."""

from pairlinking.candidates.generator import CandidateGenerator, CandidateList, Lookup
from pairlinking.candidates.spotter import Spotter
from pairlinking.candidates.spotting import find_mentions

__all__ = ["CandidateGenerator", "CandidateList", "Lookup", "Spotter", "find_mentions"]
