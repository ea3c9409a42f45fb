//! Every text and JSON format of a snapshot, and the parser of each
