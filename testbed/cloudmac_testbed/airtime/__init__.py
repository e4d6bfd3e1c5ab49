# SPDX-License-Identifier: Apache-2.0
"""``lab run airtime``: how stations share the air, and how long frames wait, with each place of
queues: the experiments T1 to T9, after "Ending the Anomaly" (Høiland-Jørgensen et al., 2017).

``lines.py``: what is compared; ``plan.py``, ``moves.py``: the measurements; ``figures.py``: figures
of the samples; ``speech.py``: quality of calls; ``report.py``, ``plots.py``: tables and plots;
``run.py``: the experiment."""
