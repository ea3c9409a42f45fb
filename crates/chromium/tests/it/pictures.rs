//! Pictures, compared with what the pages say of themselves.

use surefoot_engine::{
    ColorScheme, Destination, ErrorKind, HitPoint, Picture, PicturePart, PictureRequest,
    PieceEncoding, Point, Query, WithPage,
};
use surefoot_page::{NodeKey, Rect};
use surefoot_picture::{self as picture, Canvas, Pixels};

use crate::support::{Site, limits, run, run_with};

/// Stripes of 8 CSS pixels, each of a color of its own, under a header that sticks and over a footer that is fixed; a
/// part that is half a view high; images that only load when they are near; and a list that grows when its end is near.
const STRIPES: &str = "<!doctype html><title>Stripes</title><style>
    html { scroll-behavior: smooth }
    body { margin: 0; padding-bottom: 30px }
    #head { position: sticky; top: 0; height: 40px; background: rgb(255, 0, 0); z-index: 2; transition: all 2s }
    #foot { position: fixed; bottom: 0; left: 0; right: 0; height: 30px; background: rgb(0, 0, 255); transition: all 2s }
    #half { height: 50vh; background: rgb(0, 255, 0) }
    .s { height: 8px }
  </style><div id=head></div><div id=half></div><div id=all></div><div id=foot></div><script>
    for (let n = 0; n < COUNT; n++) {
      const stripe = document.createElement('div');
      stripe.className = 's';
      stripe.style.background = `rgb(${n % 256}, ${100 + (n >> 8)}, ${n * 7 % 256})`;
      all.append(stripe);
    }
    window.changes = [];
    new MutationObserver(list => changes.push(...list.map(m => m.type + ' ' + m.attributeName)))
      .observe(document, {attributes: true, childList: true, subtree: true, characterData: true});
    window.resized = 0;
    addEventListener('resize', () => resized++);
  </script>";

/// The color of each row of the page of stripes, in CSS pixels.
fn truth(view: u32, count: u32) -> Vec<[u8; 3]> {
    let mut rows = vec![[255, 0, 0]; 40];
    rows.extend(vec![[0, 255, 0]; view as usize / 2]);
    for n in 0..count {
        let color = [(n % 256) as u8, (100 + (n >> 8)) as u8, (n * 7 % 256) as u8];
        rows.extend([color; 8]);
    }
    rows.extend(vec![[0, 0, 255]; 30]);
    rows
}

async fn open(site: &mut Site, html: &str) {
    let to = Destination::Source {
        bytes: html.as_bytes().to_vec(),
        url: "http://127.0.0.1/page".to_owned(),
    };
    site.tab.navigate(to, limits()).await.unwrap();
}

fn request(part: PicturePart) -> PictureRequest {
    PictureRequest {
        part,
        encoding: PieceEncoding::Png,
        scale: None,
        scheme: None,
        page: WithPage::No,
    }
}

fn stitch() -> PicturePart {
    PicturePart::Stitch {
        of: None,
        max_height: 15_000,
    }
}

async fn made(site: &mut Site, request: PictureRequest) -> (Picture, Pixels) {
    let made = site.tab.picture(request, limits()).await.unwrap();
    let pixels = composed(&made);
    (made, pixels)
}

/// The pieces, put together as a session does.
fn composed(made: &Picture) -> Pixels {
    let rect = |r: surefoot_engine::PixelRect| picture::Rect {
        x: r.x,
        y: r.y,
        width: r.width,
        height: r.height,
    };
    let mut canvas = Canvas::new(made.width, made.height).unwrap();
    for piece in &made.pieces {
        let pixels = picture::decode(&piece.bytes).unwrap();
        canvas.put(
            &pixels,
            piece.part.map_or(pixels.all(), rect),
            piece.x,
            piece.y,
        );
    }
    for fill in &made.fills {
        canvas.continue_down(rect(*fill));
    }
    canvas.finish()
}

async fn key_of(site: &mut Site, css: &str) -> NodeKey {
    let queries = [Query::Css(css.to_owned())];
    site.tab.query(&queries, limits()).await.unwrap()[0][0]
}

/// That each row of a picture has the color that it should have.
#[track_caller]
fn check_rows(pixels: &Pixels, truth: &[[u8; 3]], scale: f64) {
    let rows = (truth.len() as f64 * scale).round() as u32;
    assert_eq!(pixels.height(), rows, "the height");
    for y in 0..rows {
        let expected = truth[((f64::from(y) + 0.5) / scale) as usize];
        for x in [0, pixels.width() / 2, pixels.width() - 1] {
            assert_eq!(pixels.color(x, y), expected, "row {y}, column {x}");
        }
    }
}

#[test]
fn a_page_is_stitched_without_a_seam() {
    run(async |site| {
        for (count, scale) in [(500, None), (101, None), (300, Some(2.0)), (300, Some(1.5))] {
            open(site, &STRIPES.replace("COUNT", &count.to_string())).await;
            site.eval("changes.length = 0; scrollTo({top: 440, behavior: 'instant'}); 0")
                .await;
            let before = site.eval("scrollY").await;
            let asked = PictureRequest {
                scale,
                ..request(stitch())
            };
            let (shot, pixels) = made(site, asked).await;
            let scale = scale.unwrap_or(1.0);
            assert_eq!(shot.width, (1280.0 * scale) as u32);
            check_rows(&pixels, &truth(720, count), scale);
            // The page is as it was, and has been told of nothing but being scrolled.
            assert_eq!(site.eval("scrollY").await, before);
            assert_eq!(site.eval("changes").await, serde_json::json!([]));
            assert_eq!(site.eval("document.getAnimations().length").await, 0);
            assert_eq!(site.eval("getComputedStyle(head).position").await, "sticky");
        }
    });
}

#[test]
fn a_page_at_once_has_what_is_fixed_in_its_place() {
    run(async |site| {
        for count in [200, 2200] {
            open(site, &STRIPES.replace("COUNT", &count.to_string())).await;
            site.eval("changes.length = 0; scrollTo({top: 440, behavior: 'instant'}); 0")
                .await;
            let before = site.eval("scrollY").await;
            let full = PicturePart::Full { max_height: 20_000 };
            let (_, pixels) = made(site, request(full)).await;
            check_rows(&pixels, &truth(720, count), 1.0);
            assert_eq!(site.eval("scrollY").await, before);
            assert_eq!(site.eval("changes").await, serde_json::json!([]));
            assert_eq!(site.eval("document.getAnimations().length").await, 0);
        }
    });
}

#[test]
fn what_is_in_view_is_the_browsers_own_file() {
    run(async |site| {
        open(site, &STRIPES.replace("COUNT", "300")).await;
        for (encoding, start) in [
            (PieceEncoding::Png, &b"\x89PNG"[..]),
            (PieceEncoding::Jpeg { quality: 80 }, b"\xff\xd8"),
            (PieceEncoding::Webp { quality: 80 }, b"RIFF"),
        ] {
            let asked = PictureRequest {
                encoding,
                ..request(PicturePart::View)
            };
            let shot = site.tab.picture(asked, limits()).await.unwrap();
            assert_eq!((shot.width, shot.height), (1280, 720));
            let [piece] = shot.pieces.as_slice() else {
                panic!("{} pieces", shot.pieces.len());
            };
            assert!(piece.bytes.starts_with(start), "{encoding:?}");
            assert_eq!(picture::size(&piece.bytes).unwrap(), (1280, 720));
        }
        let asked = PictureRequest {
            scale: Some(0.5),
            ..request(PicturePart::View)
        };
        let (_, pixels) = made(site, asked).await;
        assert_eq!((pixels.width(), pixels.height()), (640, 360));
    });
}

#[test]
fn a_part_of_the_page_and_elements_wherever_they_are() {
    run(async |site| {
        let html = "<!doctype html><style>body { margin: 0; height: 4000px; position: relative }
            div { position: absolute } #bar { position: fixed; inset: 0 0 auto 0; height: 60px; background: #000; z-index: 5 }
            </style><div id=bar></div>
            <div id=near style='left: 10px; top: 100px; width: 50px; height: 30px; background: rgb(1, 2, 3)'></div>
            <div id=far style='left: 500px; top: 3000px; width: 70px; height: 40px; background: rgb(4, 5, 6)'></div>
            <div id=tall style='left: 700px; top: 500px; width: 20px; height: 2000px; background: rgb(7, 8, 9)'></div>
            <div style='left: 100px; top: 200px; width: 200px; height: 100px; overflow: auto'>
              <div id=inner style='left: 5px; top: 900px; width: 40px; height: 20px; background: rgb(10, 11, 12)'></div></div>
            <div id=flat style='left: 0; top: 300px; width: 100px; height: 0'></div><div id=none style='display: none'>x</div>";
        open(site, html).await;
        for (css, size, color) in [
            ("#near", (50, 30), [1, 2, 3]),
            ("#far", (70, 40), [4, 5, 6]),
            ("#tall", (20, 2000), [7, 8, 9]),
            ("#inner", (40, 20), [10, 11, 12]),
            ("#bar", (1280, 60), [0, 0, 0]),
        ] {
            let node = key_of(site, css).await;
            let (_, pixels) = made(site, request(PicturePart::Element(node))).await;
            assert_eq!((pixels.width(), pixels.height()), size, "{css}");
            for (x, y) in [
                (0, 0),
                (size.0 - 1, 0),
                (0, size.1 - 1),
                (size.0 - 1, size.1 - 1),
            ] {
                assert_eq!(pixels.color(x, y), color, "{css} at {x},{y}");
            }
            assert_eq!(
                site.eval("[scrollX, scrollY]").await,
                serde_json::json!([0, 0]),
                "{css}"
            );
            assert_eq!(
                site.eval("document.querySelector('#inner').parentNode.scrollTop")
                    .await,
                0,
                "{css}"
            );
        }
        for (css, why) in [("#flat", "100 x 0"), ("#none", "not rendered")] {
            let node = key_of(site, css).await;
            let asked = request(PicturePart::Element(node));
            let error = site.tab.picture(asked, limits()).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NotVisible, "{css}");
            assert!(error.message().contains(why), "{error}");
        }
        let region = |x, y, width, height| {
            PicturePart::Region(Rect {
                x,
                y,
                width,
                height,
            })
        };
        let (shot, pixels) = made(site, request(region(490.0, 2990.0, 100.0, 60.0))).await;
        assert_eq!((shot.width, shot.height), (100, 60));
        assert_eq!(pixels.color(10, 10), [4, 5, 6]);
        assert_eq!(pixels.color(9, 9), [255; 3]);
        let (shot, _) = made(site, request(region(1270.0, 3990.0, 100.0, 60.0))).await;
        assert_eq!(
            (shot.width, shot.height),
            (10, 10),
            "what the page does not have is left out"
        );
        let asked = request(region(0.0, 5000.0, 10.0, 10.0));
        let error = site.tab.picture(asked, limits()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.hint().unwrap().contains("1280 x 4000"), "{error:?}");
    });
}

#[test]
fn what_only_comes_when_it_is_looked_at_is_in_the_picture() {
    run(async |site| {
        let html = "<!doctype html><style>body { margin: 0 } .box { height: 500px; background: rgb(200, 200, 200) }
            .box.seen { background: rgb(20, 120, 20) }</style><body><script>
            const seen = new IntersectionObserver(list => list.forEach(entry => {
              if (entry.isIntersecting) setTimeout(() => entry.target.classList.add('seen'), 30);
            }));
            for (let n = 0; n < 8; n++) {
              const box = document.createElement('div');
              box.className = 'box';
              document.body.append(box);
              seen.observe(box);
            }</script>";
        open(site, html).await;
        let (_, pixels) = made(site, request(stitch())).await;
        assert_eq!(pixels.height(), 4000);
        for y in (10..4000).step_by(250) {
            assert_eq!(pixels.color(600, y), [20, 120, 20], "row {y}");
        }
    });
}

#[test]
fn a_page_that_grows_without_end_ends_where_the_picture_does() {
    run(async |site| {
        let html = "<!doctype html><style>body { margin: 0 } p { margin: 0; height: 300px; background: rgb(9, 99, 9) }</style>
            <p></p><p></p><p></p><script>
            addEventListener('scroll', () => {
              if (scrollY + innerHeight > document.documentElement.scrollHeight - 400)
                for (let n = 0; n < 4; n++) document.body.append(document.createElement('p'));
            });</script>";
        open(site, html).await;
        let part = PicturePart::Stitch {
            of: None,
            max_height: 3000,
        };
        let (shot, pixels) = made(site, request(part)).await;
        assert_eq!(pixels.height(), 3000);
        assert_eq!(pixels.color(5, 2999), [9, 99, 9]);
        assert!(
            shot.notes[0].text.contains("ends after 3000"),
            "{:?}",
            shot.notes
        );
        assert_eq!(site.eval("scrollY").await, 0);
    });
}

#[test]
fn a_part_that_scrolls_instead_of_the_page_is_scrolled_through() {
    run(async |site| {
        let html = "<!doctype html><style>body { margin: 0; height: 100vh; display: flex; flex-direction: column }
            header { height: 50px; background: rgb(250, 0, 0) } footer { height: 40px; background: rgb(0, 0, 250) }
            #row { flex: 1; display: flex; min-height: 0 } nav { width: 200px; background: rgb(0, 250, 0) }
            #main { flex: 1; overflow: auto } #main div { height: 11px }</style>
            <header></header><div id=row><nav></nav><div id=main></div></div><footer></footer><script>
            for (let n = 0; n < 250; n++) {
              const row = document.createElement('div');
              row.style.background = `rgb(${n}, 77, 88)`;
              main.append(row);
            }
            main.scrollTop = 123;</script>";
        open(site, html).await;
        let (shot, pixels) = made(site, request(stitch())).await;
        let content = 250 * 11;
        assert_eq!((pixels.width(), pixels.height()), (1280, 50 + content + 40));
        for y in 0..pixels.height() {
            let (left, right) = match y {
                0..50 => ([250, 0, 0], [250, 0, 0]),
                y if y < 50 + content => ([0, 250, 0], [((y - 50) / 11) as u8, 77, 88]),
                _ => ([0, 0, 250], [0, 0, 250]),
            };
            assert_eq!(pixels.color(3, y), left, "row {y}, left");
            assert_eq!(pixels.color(1200, y), right, "row {y}, right");
        }
        assert_eq!(site.eval("main.scrollTop").await, 123);
        assert!(shot.opened.is_some());
        // The part alone, with everything that is out of sight in it.
        let node = key_of(site, "#main").await;
        let part = PicturePart::Stitch {
            of: Some(node),
            max_height: 15_000,
        };
        let (_, pixels) = made(site, request(part)).await;
        assert_eq!((pixels.width(), pixels.height()), (1080, content));
        for y in 0..content {
            assert_eq!(pixels.color(500, y), [(y / 11) as u8, 77, 88], "row {y}");
        }
        assert_eq!(site.eval("main.scrollTop").await, 123);
        let node = key_of(site, "footer").await;
        let part = PicturePart::Stitch {
            of: Some(node),
            max_height: 15_000,
        };
        let error = site.tab.picture(request(part), limits()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WrongKind);
    });
}

#[test]
fn a_page_that_snaps_is_stitched_and_snaps_again() {
    run(async |site| {
        let html = "<!doctype html><style>html { scroll-snap-type: y mandatory } body { margin: 0 }
            section { height: 620px; scroll-snap-align: start; background: rgb(0, 0, 90) }
            section:nth-child(2n) { background: rgb(0, 90, 0) }</style>
            <section></section><section></section><section></section><section></section><section></section>";
        open(site, html).await;
        let still = "let last = -1; while (last !== scrollY) { last = scrollY;
            for (let n = 0; n < 5; n++) await new Promise(requestAnimationFrame); } return scrollY";
        site.eval("scrollTo(0, 1200); 0").await;
        let before = site.eval(still).await;
        assert_eq!(before, 1240);
        let (_, pixels) = made(site, request(stitch())).await;
        assert_eq!(pixels.height(), 3100);
        for y in 0..3100 {
            let color = if y / 620 % 2 == 0 {
                [0, 0, 90]
            } else {
                [0, 90, 0]
            };
            assert_eq!(pixels.color(300, y), color, "row {y}");
        }
        assert_eq!(site.eval(still).await, before);
        assert_eq!(
            site.eval("getComputedStyle(document.documentElement).scrollSnapType")
                .await,
            "y mandatory"
        );
    });
}

#[test]
fn an_element_in_a_frame_is_brought_into_view() {
    run(async |site| {
        let html = "<!doctype html><body style='margin: 0; height: 4000px'>
            <iframe id=f style='position: absolute; top: 2000px; left: 50px; width: 300px; height: 200px; border: 0'
              srcdoc='<body style=\"margin:0;height:3000px\"><div id=deep style=\"position:absolute;left:20px;top:1500px;width:60px;height:30px;background:rgb(3,30,90)\"></div>'></iframe>";
        open(site, html).await;
        let node = key_of(site, "#deep").await;
        let (_, pixels) = made(site, request(PicturePart::Element(node))).await;
        assert_eq!((pixels.width(), pixels.height()), (60, 30));
        for (x, y) in [(0, 0), (59, 29)] {
            assert_eq!(pixels.color(x, y), [3, 30, 90], "{x},{y}");
        }
        assert_eq!(
            site.eval("[scrollY, f.contentWindow.scrollY]").await,
            serde_json::json!([0, 0])
        );
    });
}

#[test]
fn pages_wider_than_the_view_from_either_side() {
    run(async |site| {
        for direction in ["ltr", "rtl"] {
            let html = format!(
                "<!doctype html><html dir={direction}><style>body {{ margin: 0 }} #row {{ width: 3000px; display: flex; direction: ltr }}
                i {{ width: 100px; height: 1000px; flex: none }}</style><body><div id=row></div><script>
                for (let n = 0; n < 30; n++) {{
                  const column = document.createElement('i');
                  column.style.background = `rgb(${{n * 8}}, 50, 60)`;
                  row.append(column);
                }}</script>"
            );
            open(site, &html).await;
            let (shot, pixels) = made(site, request(stitch())).await;
            assert_eq!(
                (pixels.width(), pixels.height()),
                (3000, 1000),
                "{direction}"
            );
            for x in 0..3000 {
                for y in [0, 500, 999] {
                    assert_eq!(
                        pixels.color(x, y),
                        [(x / 100 * 8) as u8, 50, 60],
                        "{direction} {x},{y}"
                    );
                }
            }
            let first = if direction == "rtl" { -1720.0 } else { 0.0 };
            assert!((shot.area.x - first).abs() < 0.5, "{}", shot.area.x);
            assert_eq!(site.eval("scrollX").await, 0);
        }
    });
}

#[test]
fn colors_are_changed_for_one_picture_alone() {
    run(async |site| {
        open(
            site,
            "<!doctype html><style>body { background: rgb(250, 250, 250); transition: background .2s }
            @media (prefers-color-scheme: dark) { body { background: rgb(10, 10, 10) } }</style>",
        )
        .await;
        for (scheme, color) in [
            (Some(ColorScheme::Dark), [10; 3]),
            (None, [250; 3]),
            (Some(ColorScheme::Light), [250; 3]),
        ] {
            let asked = PictureRequest {
                scheme,
                ..request(PicturePart::View)
            };
            let (_, pixels) = made(site, asked).await;
            if scheme.is_some() {
                assert_eq!(pixels.color(5, 5), color, "{scheme:?}");
            }
            let dark = site
                .eval("matchMedia('(prefers-color-scheme: dark)').matches")
                .await;
            assert_eq!(dark, false);
        }
    });
}

#[test]
fn a_page_is_left_as_it_was_when_its_picture_is_given_up() {
    run(async |site| {
        open(site, &STRIPES.replace("COUNT", "2000")).await;
        site.eval("scrollTo({top: 440, behavior: 'instant'}); 0")
            .await;
        let before = site.eval("scrollY").await;
        {
            let work = site.tab.picture(request(stitch()), limits());
            tokio::pin!(work);
            // Given up as soon as it waits for the first time for longer than a moment.
            let moment = std::time::Duration::from_millis(400);
            assert!(
                tokio::time::timeout(moment, &mut work).await.is_err(),
                "it was too quick"
            );
        }
        assert_eq!(site.eval("scrollY").await, before);
        assert_eq!(site.eval("document.getAnimations().length").await, 0);
        assert_eq!(site.eval("getComputedStyle(foot).opacity").await, "1");
    });
}

#[test]
fn a_dialog_that_waits_is_told() {
    run(async |site| {
        open(site, "<title>x</title>").await;
        let error = site
            .tab
            .evaluate("confirm('sure?')", None, limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DialogOpen);
        let error = site
            .tab
            .picture(request(PicturePart::View), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DialogOpen);
    });
    run(async |site| {
        let html = "<body style='height: 5000px'><script>addEventListener('scroll', () => confirm('now?'))</script>";
        open(site, html).await;
        let error = site
            .tab
            .picture(request(stitch()), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DialogOpen);
        assert!(error.message().contains("now?"), "{error}");
    });
}

#[test]
fn what_is_at_a_point_is_found_through_frames_and_shadows() {
    run(async |site| {
        let html = "<!doctype html><body style='margin: 0; height: 3000px'>
            <iframe style='position: absolute; left: 100px; top: 100px; width: 200px; height: 100px; border: 10px solid'
              srcdoc='<body style=margin:0><button id=in style=\"position:absolute;left:20px;top:30px;width:50px;height:20px\">In</button>'></iframe>
            <div id=host style='position: absolute; left: 400px; top: 2000px'></div><script>
            host.attachShadow({mode: 'open'}).innerHTML = '<button style=\"width: 80px; height: 40px\">Deep</button>';</script>";
        open(site, html).await;
        let shot = site
            .tab
            .picture(request(PicturePart::View), limits())
            .await
            .unwrap();
        let at = |x, y| HitPoint::Page {
            at: Point { x, y },
            opened: None,
        };
        for (point, id, position) in [
            (
                at(100.0 + 10.0 + 25.0, 100.0 + 10.0 + 35.0),
                "In",
                (5.0, 5.0),
            ),
            (at(403.0, 2004.0), "Deep", (3.0, 4.0)),
        ] {
            let hit = site
                .tab
                .hit(&shot.document, point, limits())
                .await
                .unwrap()
                .unwrap();
            assert_eq!((hit.position.x, hit.position.y), position, "{id}");
            let json = site
                .tab
                .evaluate("e => e.textContent", Some(hit.node), limits())
                .await
                .unwrap();
            assert_eq!(json, format!("\"{id}\""));
        }
        let nothing = site
            .tab
            .hit(&shot.document, at(5.0, 2900.0), limits())
            .await;
        let body = nothing.unwrap();
        assert!(body.is_none_or(|hit| hit.position.y > 1000.0), "{body:?}");
        open(site, "<title>Another</title>").await;
        let error = site
            .tab
            .hit(&shot.document, at(5.0, 5.0), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StaleRef);
    });
}

#[test]
fn pictures_have_as_many_pixels_as_the_device() {
    run_with(
        |options| {
            options.emulation.viewport = Some(surefoot_engine::Viewport {
                width: 400,
                height: 301,
                scale: 3.0,
                mobile: true,
                touch: true,
            });
        },
        async |site| {
            let html = STRIPES.replace("COUNT", "150").replace(
                "<title>",
                "<meta name=viewport content='width=device-width'><title>",
            );
            open(site, &html).await;
            let (shot, pixels) = made(site, request(PicturePart::View)).await;
            assert_eq!((shot.width, shot.height), (1200, 903));
            assert_eq!((pixels.width(), pixels.height()), (1200, 903));
            let (_, pixels) = made(site, request(stitch())).await;
            assert_eq!(pixels.width(), 1200);
            assert_eq!(pixels.color(100, 60), [255, 0, 0]);
            let last = pixels.height() - 1;
            assert_eq!(pixels.color(100, last), [0, 0, 255]);
        },
    );
}
