//! The events of requests, as far as they are read. A request is borrowed from the event it came with: pages make many,
//! and their URLs can be long.

use std::borrow::Cow;

use serde::Deserialize;
use surefoot_cdp::protocol::page::FrameId;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sent<'a> {
    #[serde(borrow)]
    pub(super) request_id: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) loader_id: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) request: SentRequest<'a>,
    pub(super) timestamp: f64,
    #[serde(borrow, rename = "type")]
    pub(super) kind: Option<Cow<'a, str>>,
    pub(super) frame_id: Option<FrameId>,
    #[serde(borrow)]
    pub(super) redirect_response: Option<Response<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SentRequest<'a> {
    #[serde(borrow)]
    pub(super) url: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) method: Cow<'a, str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Response<'a> {
    #[serde(borrow)]
    pub(super) url: Cow<'a, str>,
    pub(super) status: i64,
    #[serde(borrow)]
    pub(super) mime_type: Cow<'a, str>,
    pub(super) encoded_data_length: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Received<'a> {
    #[serde(borrow)]
    pub(super) request_id: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) response: Response<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Finished<'a> {
    #[serde(borrow)]
    pub(super) request_id: Cow<'a, str>,
    pub(super) timestamp: f64,
    pub(super) encoded_data_length: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Failed<'a> {
    #[serde(borrow)]
    pub(super) request_id: Cow<'a, str>,
    pub(super) timestamp: f64,
    #[serde(borrow)]
    pub(super) error_text: Cow<'a, str>,
    pub(super) canceled: Option<bool>,
    #[serde(borrow)]
    pub(super) blocked_reason: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) cors_error_status: Option<CorsError<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CorsError<'a> {
    #[serde(borrow)]
    pub(super) cors_error: Cow<'a, str>,
}

impl Failed<'_> {
    /// Why, as a developer would say it.
    pub(super) fn why(&self) -> String {
        if let Some(cors) = &self.cors_error_status {
            return format!("CORS: {}", cors.cors_error);
        }
        if let Some(reason) = &self.blocked_reason {
            return format!("blocked: {reason}");
        }
        if self.canceled == Some(true) {
            return "canceled".to_owned();
        }
        self.error_text.clone().into_owned()
    }
}
