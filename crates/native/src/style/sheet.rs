//! Reading style sheets for the rules that matter.
//!
//! A *rule* is a selector list with declarations that matter, in one tree, in one cascade layer. Selectors are only
//! read once a rule turns out to have such declarations; most rules of real sheets have none.

use std::cell::OnceCell;
use std::rc::Rc;

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState,
    QualifiedRuleParser, RuleBodyItemParser, RuleBodyParser, StyleSheetParser,
};
use rustc_hash::FxHashMap;
use surefoot_page::{NodeId, Selector};

use super::condition;
use super::declaration::{self, Declaration, Texts};

/// How many brackets of a sheet may be open at once; what is deeper is passed over.
const MOST_NESTED: u8 = 32;
/// How many parts of a layer's name count (`a.b.c`).
const MOST_LAYER_PARTS: usize = 16;

/// A rule that matters.
#[derive(Debug)]
pub(super) struct Rule {
    /// The root of the tree its sheet stands in.
    pub(super) tree: NodeId,
    pub(super) selector: Selector,
    pub(super) declarations: Vec<Declaration>,
    /// Its layer within the tree: see [`Layers`].
    pub(super) layer: usize,
}

/// What was read from all sheets so far.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    /// In order of appearance.
    pub(super) rules: Vec<Rule>,
    /// Rules with declarations that matter whose selectors were not understood.
    pub(super) unread_selectors: usize,
    /// Blocks of `@container` and `@scope`, which need layout or more than selectors, and `@import`s.
    pub(super) skipped_blocks: usize,
    /// Values that rules keep as they are written.
    pub(super) texts: Texts,
    layers: FxHashMap<NodeId, Layers>,
}

/// The cascade layers of one tree, as a tree of their own; number 0 stands for rules outside any layer.
#[derive(Debug)]
struct Layers {
    children: Vec<Vec<usize>>,
    by_name: FxHashMap<(usize, Box<str>), usize>,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers {
            children: vec![Vec::new()],
            by_name: FxHashMap::default(),
        }
    }
}

impl Layers {
    fn anonymous(&mut self, parent: usize) -> usize {
        let new = self.children.len();
        self.children.push(Vec::new());
        self.children[parent].push(new);
        new
    }

    fn named(&mut self, parent: usize, parts: &[Box<str>]) -> usize {
        let mut at = parent;
        for part in parts {
            at = match self.by_name.get(&(at, part.clone())) {
                Some(&known) => known,
                None => {
                    let new = self.anonymous(at);
                    self.by_name.insert((at, part.clone()), new);
                    new
                }
            };
        }
        at
    }

    /// The rank of each layer: later ones win, and a layer wins over those within it.
    fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.children.len()];
        let mut rank = 0;
        let mut open = vec![(0, 0)];
        while let Some((layer, next)) = open.last_mut() {
            if let Some(&child) = self.children[*layer].get(*next) {
                *next += 1;
                open.push((child, 0));
            } else {
                ranks[*layer] = rank;
                rank += 1;
                open.pop();
            }
        }
        ranks
    }
}

impl Sheets {
    /// Reads one sheet that stands in the tree with the root `tree`.
    pub(super) fn read(&mut self, tree: NodeId, text: &str) {
        let mut input = Parser::new(text);
        input.set_nested_block_limit(MOST_NESTED);
        let mut reader = Reader {
            sheets: self,
            tree,
            layer: 0,
            block: None,
            pending: Vec::new(),
        };
        // Rules file themselves; what cannot be read is passed over, as CSS demands.
        StyleSheetParser::new(&mut input, &mut reader).for_each(drop);
    }

    /// For each rule the rank of its layer within its tree; higher wins among normal declarations.
    pub(super) fn layer_ranks(&self) -> Vec<u32> {
        let by_tree: FxHashMap<NodeId, Vec<u32>> = self
            .layers
            .iter()
            .map(|(&tree, layers)| (tree, layers.ranks()))
            .collect();
        self.rules
            .iter()
            .map(|rule| {
                by_tree
                    .get(&rule.tree)
                    .and_then(|ranks| ranks.get(rule.layer))
                    .copied()
                    .unwrap_or(0)
            })
            .collect()
    }

    fn layers(&mut self, tree: NodeId) -> &mut Layers {
        self.layers.entry(tree).or_default()
    }
}

/// The declarations of a `style` attribute that matter.
pub(super) fn read_attribute(text: &str, texts: &mut Texts) -> Vec<Declaration> {
    let mut out = Vec::new();
    if declaration::may_be_relevant(text) {
        let mut input = Parser::new(text);
        input.set_nested_block_limit(MOST_NESTED);
        RuleBodyParser::new(&mut input, &mut Attribute(&mut out, texts)).for_each(drop);
    }
    out
}

/// The block of a style rule, whose selector is read when it is first needed.
struct Block<'i> {
    prelude: &'i str,
    parent: Option<Rc<Block<'i>>>,
    selector: OnceCell<Option<Selector>>,
}

impl Block<'_> {
    /// Recurses over nested rules, whose depth the parser limits.
    fn selector(&self) -> Option<&Selector> {
        self.selector
            .get_or_init(|| {
                let parent = match &self.parent {
                    Some(parent) => Some(parent.selector()?),
                    None => None,
                };
                Selector::parse_rule(self.prelude, parent).ok()
            })
            .as_ref()
    }
}

/// Reads the content of a sheet or of one block of it.
struct Reader<'i, 's> {
    sheets: &'s mut Sheets,
    tree: NodeId,
    layer: usize,
    /// The style rule that the content belongs to.
    block: Option<Rc<Block<'i>>>,
    /// Declarations of that rule that are not filed yet.
    pending: Vec<Declaration>,
}

/// What an at-rule means for its block.
enum At {
    /// Its content counts as if it stood outside.
    Transparent,
    /// Its content is in a layer; without a block, layers are only named.
    Layer(Vec<Vec<Box<str>>>),
    /// Its content does not count.
    Skip,
}

impl<'i> Reader<'i, '_> {
    fn content(&mut self, layer: usize, block: Option<Rc<Block<'i>>>, input: &mut Parser<'i>) {
        self.file();
        let mut reader = Reader {
            sheets: &mut *self.sheets,
            tree: self.tree,
            layer,
            block,
            pending: Vec::new(),
        };
        RuleBodyParser::new(input, &mut reader).for_each(drop);
        reader.file();
    }

    /// Files the declarations read so far as a rule.
    fn file(&mut self) {
        let declarations = std::mem::take(&mut self.pending);
        let Some(block) = self.block.as_ref().filter(|_| !declarations.is_empty()) else {
            return;
        };
        match block.selector() {
            Some(selector) => self.sheets.rules.push(Rule {
                tree: self.tree,
                selector: selector.clone(),
                declarations,
                layer: self.layer,
            }),
            None => self.sheets.unread_selectors += 1,
        }
    }
}

impl<'i> QualifiedRuleParser<'i> for Reader<'i, '_> {
    type Prelude = &'i str;
    type QualifiedRule = ();
    type Error = ();

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Result<&'i str, ParseError<()>> {
        let start = input.position();
        while input.next().is_ok() {}
        Ok(input.slice_from(start))
    }

    fn parse_block(
        &mut self,
        prelude: &'i str,
        _start: &ParserState,
        input: &mut Parser<'i>,
    ) -> Result<(), ParseError<()>> {
        let block = Block {
            prelude,
            parent: self.block.clone(),
            selector: OnceCell::new(),
        };
        self.content(self.layer, Some(Rc::new(block)), input);
        Ok(())
    }
}

impl<'i> AtRuleParser<'i> for Reader<'i, '_> {
    type Prelude = At;
    type AtRule = ();
    type Error = ();

    fn parse_prelude(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
    ) -> Result<At, ParseError<()>> {
        let applies = |yes| if yes { At::Transparent } else { At::Skip };
        let at = match name.to_ascii_lowercase().as_str() {
            "media" => applies(condition::media(input)),
            "supports" => applies(condition::supports(input)),
            "layer" => At::Layer(layer_names(input)?),
            "container" | "scope" | "import" => {
                self.sheets.skipped_blocks += 1;
                At::Skip
            }
            _ => At::Skip,
        };
        while input.next().is_ok() {} // what is left of a prelude does not make it invalid
        Ok(at)
    }

    fn rule_without_block(&mut self, at: At, _start: &ParserState) -> Result<(), ()> {
        if let At::Layer(names) = at {
            let layers = self.sheets.layers(self.tree);
            for name in names {
                layers.named(self.layer, &name);
            }
        }
        Ok(())
    }

    fn parse_block(
        &mut self,
        at: At,
        _start: &ParserState,
        input: &mut Parser<'i>,
    ) -> Result<(), ParseError<()>> {
        let layer = match at {
            At::Skip => return Ok(()),
            At::Transparent => self.layer,
            At::Layer(names) => {
                let layers = self.sheets.layers(self.tree);
                match names.as_slice() {
                    [] => layers.anonymous(self.layer),
                    [name] => layers.named(self.layer, name),
                    _ => return Ok(()), // only a statement may name several
                }
            }
        };
        self.content(layer, self.block.clone(), input);
        Ok(())
    }
}

fn layer_names(input: &mut Parser<'_>) -> Result<Vec<Vec<Box<str>>>, ParseError<()>> {
    if input.is_exhausted() {
        return Ok(Vec::new());
    }
    input.parse_comma_separated(|input| {
        let mut parts: Vec<Box<str>> = vec![input.expect_ident()?.as_ref().into()];
        while input.try_parse(|i| i.expect_delim('.')).is_ok() {
            let part = input.expect_ident()?;
            if parts.len() < MOST_LAYER_PARTS {
                parts.push(part.as_ref().into());
            }
        }
        Ok(parts)
    })
}

impl<'i> DeclarationParser<'i> for Reader<'i, '_> {
    type Declaration = ();
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _start: &ParserState,
    ) -> Result<(), ParseError<()>> {
        if declaration::read(&name, input, &mut self.pending, &mut self.sheets.texts) {
            Ok(())
        } else {
            Err(ParseError::unexpected_token())
        }
    }
}

impl<'i> RuleBodyItemParser<'i, (), ()> for Reader<'i, '_> {
    fn parse_declarations(&self) -> bool {
        self.block.is_some()
    }

    fn parse_qualified(&self) -> bool {
        true
    }
}

/// Reads a `style` attribute: declarations only.
struct Attribute<'a>(&'a mut Vec<Declaration>, &'a mut Texts);

impl<'i> DeclarationParser<'i> for Attribute<'_> {
    type Declaration = ();
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _start: &ParserState,
    ) -> Result<(), ParseError<()>> {
        declaration::read(&name, input, self.0, self.1);
        Ok(())
    }
}

impl AtRuleParser<'_> for Attribute<'_> {
    type Prelude = ();
    type AtRule = ();
    type Error = ();
}

impl QualifiedRuleParser<'_> for Attribute<'_> {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();
}

impl RuleBodyItemParser<'_, (), ()> for Attribute<'_> {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}
