//! Instruction counts of the stages on one real page: the same on every run, so that a change of 1% shows.
//!
//! Needs valgrind, and `gungraun-runner` in the version of `gungraun` in `Cargo.lock`; `bench/README.md` says how.

#![expect(
    clippy::print_stderr,
    reason = "what is missing is said where a person looks"
)]
#![allow(
    missing_docs,
    reason = "the macros of gungraun make public items without"
)]

use std::hint::black_box;

use gungraun::prelude::*;
use surefoot_aria::Semantics;
use surefoot_bench::real::{NEWS, corpus};
use surefoot_bench::stages::{decoded, numbered, parsed, rendered};
use surefoot_page::Page;
use surefoot_snapshot::{Snapshot, outline};
use surefoot_view::Format;

fn html() -> String {
    match corpus(NEWS) {
        Ok(bytes) => decoded(bytes),
        Err(missing) => {
            eprintln!("{missing}");
            std::process::exit(1);
        }
    }
}

fn page() -> Page {
    parsed(&html())
}

fn snapshot() -> Snapshot {
    numbered(outline(&Semantics::new(&page())))
}

#[library_benchmark]
#[bench::news(setup = html)]
fn parse(html: String) -> Page {
    parsed(black_box(&html))
}

#[library_benchmark]
#[bench::news(setup = page)]
fn semantics(page: Page) -> usize {
    black_box(Semantics::new(black_box(&page)));
    page.len()
}

// With the roles, which the outline cannot be had without.
#[library_benchmark]
#[bench::news(setup = page)]
fn roles_and_outline(page: Page) -> Snapshot {
    outline(&Semantics::new(black_box(&page)))
}

#[library_benchmark]
#[bench::news(setup = snapshot)]
fn render_compact(snapshot: Snapshot) -> String {
    rendered(Format::Compact, black_box(&snapshot))
}

#[library_benchmark]
#[bench::news(setup = snapshot)]
fn render_json(snapshot: Snapshot) -> String {
    rendered(Format::Json, black_box(&snapshot))
}

library_benchmark_group!(
    name = stages,
    benchmarks = [
        parse,
        semantics,
        roles_and_outline,
        render_compact,
        render_json
    ]
);

main!(
    config = LibraryBenchmarkConfig::default().pass_through_envs(["HOME", "SUREFOOT_CORPUS"]),
    library_benchmark_groups = stages
);
