//! The two certificates: the lab's, which a person accepts once, and one for WebTransport.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, crypto::ring, version::TLS13};
use wtransport::Identity;

/// TLS 1.3 for the page, by the lab's certificate. Fails with one line that names the remedy.
pub fn page_config(cert: &Path, key: &Path) -> Result<ServerConfig, String> {
    configured(cert, key).map_err(|error| {
        let (cert, key) = (cert.display(), key.display());
        format!("cannot use the certificate {cert} with the key {key}: {error}; delete both and run ./setup.sh, which makes new ones")
    })
}

fn configured(cert: &Path, key: &Path) -> Result<ServerConfig, Box<dyn Error>> {
    let chain = CertificateDer::pem_file_iter(cert)?.collect::<Result<Vec<_>, _>>()?;
    let key = PrivateKeyDer::from_pem_file(key)?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&TLS13])?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec!["http/1.1".into()];
    Ok(config)
}

/// A certificate of 14 days, the longest that a page may name by its hash, of P-256. Its names are not
/// checked. The key never leaves this process.
pub fn session_identity() -> Identity {
    Identity::self_signed(["localhost"]).expect("a valid name makes a certificate")
}

/// SHA-256 of the certificate, in hexadecimal: `serverCertificateHashes` of the page.
pub fn certificate_hash(identity: &Identity) -> String {
    let [certificate] = identity.certificate_chain().as_slice() else { unreachable!("it is self-signed") };
    certificate.hash().as_ref().iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a text takes all");
        text
    })
}
