"""Confidence of a pair (Eq. 13 with beta) for all kernels; `pair_confidence` in pairs.py is the Python version."""


cdef inline double pair_confidence(
    double phi_weight, double psi_weight, double divisor, double phi_i, double phi_j, double psi
) noexcept nogil:
    """The weights are 1 - beta, beta and 2 - beta, which most kernels compute once."""
    return weighed(phi_weight, psi_weight, phi_i, phi_j, psi) / divisor


cdef inline double weighed(double phi_weight, double psi_weight, double phi_i, double phi_j, double psi) noexcept nogil:
    """The confidence before its division, which is the slowest part; the confidence never falls when this rises."""
    return phi_weight * (phi_i + phi_j) + psi_weight * psi
