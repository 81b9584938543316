//! The two certificates: the lab's, which a person accepts once, and one for WebTransport.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, crypto::ring, version::TLS13};
use web_transport_quinn::{ALPN, crypto::sha256};

/// The longest that a certificate may be valid which a page names by its hash.
const VALIDITY: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// TLS 1.3 for the page, by the lab's certificate. Fails with one line that names the remedy.
pub fn page_config(cert: &Path, key: &Path) -> Result<ServerConfig, String> {
    from_files(cert, key).map_err(|error| {
        let (cert, key) = (cert.display(), key.display());
        format!("cannot use the certificate {cert} with the key {key}: {error}; delete both and run ./setup.sh, which makes new ones")
    })
}

fn from_files(cert: &Path, key: &Path) -> Result<ServerConfig, Box<dyn Error>> {
    let chain = CertificateDer::pem_file_iter(cert)?.collect::<Result<Vec<_>, _>>()?;
    Ok(config(chain, PrivateKeyDer::from_pem_file(key)?, "http/1.1")?)
}

/// For sessions, by a certificate that is made here; its key never leaves this process, and nobody checks its
/// names. With its SHA-256 in hexadecimal: `serverCertificateHashes` of the page.
pub fn session_config() -> (ServerConfig, String) {
    let made = "a key of P-256 and a valid name make a certificate";
    let key = KeyPair::generate().expect(made);
    let mut certificate = CertificateParams::new(["localhost".to_owned()]).expect(made);
    certificate.not_before = SystemTime::now().into();
    certificate.not_after = certificate.not_before + VALIDITY;
    let certificate: CertificateDer = certificate.self_signed(&key).expect(made).into();
    let mut hash = String::new();
    for byte in sha256(&Arc::new(ring::default_provider()), &certificate).as_ref() {
        write!(hash, "{byte:02x}").expect("a text takes all");
    }
    (config(vec![certificate], key.into(), ALPN).expect(made), hash)
}

fn config(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
    protocol: &str,
) -> Result<ServerConfig, rustls::Error> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&TLS13])?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![protocol.into()];
    Ok(config)
}
