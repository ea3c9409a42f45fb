//! Dragging, in both ways pages know.

use super::stage::Stage;

#[test]
fn a_thing_is_dropped_where_it_may_be() {
    let stage = Stage::at("/js/drag");
    let parcel = stage.find("button", "Parcel");
    stage.ok(&["drag", &parcel, "#shelf"]);
    let log = stage.log();
    assert!(
        log.contains("start; dropped parcel:true; end:move;"),
        "{log}"
    );
    assert_eq!(stage.ok(&["get", "count", "#shelf #parcel"]), "1\n");
}

#[test]
fn cards_are_sorted_by_pointer() {
    let stage = Stage::at("/js/drag");
    stage.ok(&["drag", "#sortable :nth-child(1)", "#sortable :nth-child(3)"]);
    assert_eq!(stage.log(), "order Two,Three,One;");
}

#[test]
fn the_mouse_can_be_moved_by_hand() {
    let stage = Stage::at("/js/drag");
    let place = stage.data(&["get", "box", "#thumb"])["value"].clone();
    let number = |key: usize, name: &str| {
        place
            .get(name)
            .or_else(|| place.get(key))
            .and_then(serde_json::Value::as_f64)
            .unwrap_or_else(|| panic!("{place}"))
    };
    let (x, y) = (number(0, "x") + 10.0, number(1, "y") + 10.0);
    let go = |dx: f64| stage.ok(&["mouse", "move", &(x + dx).to_string(), &y.to_string()]);
    go(0.0);
    stage.ok(&["mouse", "down"]);
    go(30.0);
    go(100.0);
    stage.ok(&["mouse", "up"]);
    // The track has a border of one pixel.
    assert_eq!(stage.log(), "slid 101;");
}
