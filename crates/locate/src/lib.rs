//! Targets: from what an agent wrote to one node, or the reason why not
