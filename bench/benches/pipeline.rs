//! From the bytes of a large real page to its compact text: each stage alone, and all together.
//!
//! `all` is what the goal is about: at most 40 ms for a page of 1 MB, that is a throughput of at least 25 MB/s.

#![expect(
    clippy::print_stderr,
    reason = "what is missing is said where a person looks"
)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, measurement::WallTime};
use surefoot_aria::Semantics;
use surefoot_bench::real::{self, RealPage};
use surefoot_bench::stages::{all_names, decoded, everything, numbered, parsed, rendered};
use surefoot_snapshot::outline;
use surefoot_view::Format;

fn main() {
    let pages = match real::pages() {
        Ok(pages) => pages,
        Err(missing) => {
            eprintln!("{missing}");
            std::process::exit(1);
        }
    };
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    for page in &pages {
        let mut group = criterion.benchmark_group(page.label);
        group.throughput(Throughput::Bytes(page.bytes.len() as u64));
        stages(&mut group, page);
        group.finish();
    }
    criterion.final_summary();
}

/// What a stage needs from those before it is made outside the measured time, and what it makes is dropped there.
fn stages(group: &mut BenchmarkGroup<'_, WallTime>, real: &RealPage) {
    let html = decoded(real.bytes.clone());
    let page = parsed(&html);
    let snapshot = numbered(outline(&Semantics::new(&page)));

    group.bench_function("decode", |b| {
        b.iter_batched(|| real.bytes.clone(), decoded, BatchSize::LargeInput);
    });
    group.bench_function("parse", |b| {
        b.iter_with_large_drop(|| parsed(black_box(&html)));
    });
    group.bench_function("roles", |b| {
        b.iter_with_large_drop(|| Semantics::new(black_box(&page)));
    });
    group.bench_function("names", |b| {
        b.iter_batched_ref(
            || Semantics::new(&page),
            |s| all_names(s),
            BatchSize::LargeInput,
        );
    });
    // Asks for the names it needs, so that it holds most of the cost of `names`.
    group.bench_function("outline", |b| {
        b.iter_batched_ref(
            || Semantics::new(&page),
            |s| outline(s),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("refs", |b| {
        b.iter_batched(|| snapshot.clone(), numbered, BatchSize::LargeInput);
    });
    for &format in Format::ALL {
        group.bench_function(format!("render-{format}"), |b| {
            b.iter(|| rendered(format, black_box(&snapshot)));
        });
    }
    group.bench_function("all", |b| {
        b.iter_batched(|| real.bytes.clone(), everything, BatchSize::LargeInput);
    });
}
