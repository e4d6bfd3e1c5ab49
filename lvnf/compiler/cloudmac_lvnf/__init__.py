# SPDX-License-Identifier: Apache-2.0
"""A compiler of scripts in Click's syntax to images of network functions.

errors < tokens < syntax < elements < graph < generate < image < main
"""
