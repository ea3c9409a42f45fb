//! Two origins on loopback, 127.0.0.1 and 127.0.0.2, with a few pages each.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// The servers; they end when this is dropped.
pub(crate) struct Site {
    /// `http://127.0.0.1:PORT`
    pub(crate) one: String,
    /// `http://127.0.0.2:PORT`
    pub(crate) two: String,
    tasks: [AbortHandle; 2],
}

impl Site {
    pub(crate) async fn start() -> Self {
        let one = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let two = TcpListener::bind("127.0.0.2:0").await.unwrap();
        let address = |listener: &TcpListener| format!("http://{}", listener.local_addr().unwrap());
        let (first, second) = (address(&one), address(&two));
        let tasks = [(one, second.clone()), (two, first.clone())]
            .map(|(listener, other)| tokio::spawn(serve(listener, other)).abort_handle());
        Self {
            one: first,
            two: second,
            tasks,
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

async fn serve(listener: TcpListener, other: String) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(answer(stream, other.clone()));
    }
}

async fn answer(mut stream: TcpStream, other: String) -> std::io::Result<()> {
    let (reader, mut writer) = stream.split();
    let mut lines = BufReader::new(reader).lines();
    let request = lines.next_line().await?.unwrap_or_default();
    while lines
        .next_line()
        .await?
        .is_some_and(|line| !line.is_empty())
    {}
    let path = request.split(' ').nth(1).unwrap_or_default();
    let (kind, body) = page(path, &other);
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    writer.write_all(head.as_bytes()).await?;
    writer.write_all(body.as_bytes()).await
}

fn page(path: &str, other: &str) -> (&'static str, String) {
    let body = match path {
        "/" => "<!doctype html><title>Привет, мир 😀</title><button>One</button>".to_owned(),
        // A frame of the other origin, which has a frame of this one.
        "/frames" => {
            format!("<!doctype html><title>frames</title><iframe src='{other}/inner'></iframe>")
        }
        "/inner" => format!(
            "<!doctype html><script>seen = window.installed</script><iframe src='{other}/innermost'></iframe>"
        ),
        "/innermost" => {
            "<!doctype html><script>seen = window.installed; kept = new Worker('/worker.js')</script>"
                .to_owned()
        }
        "/worker.js" => return ("text/javascript", "self.name = 'a worker'".to_owned()),
        _ => "<!doctype html><title>empty</title>".to_owned(),
    };
    ("text/html", body)
}
