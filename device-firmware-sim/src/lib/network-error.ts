/** Of Node's and OpenSSL's codes, as a person says them. */
const TEXTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name cannot be looked up: the network or its name server is away',
  ECONNREFUSED: 'the host refuses connections at this port',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  ECONNRESET: 'the host ends the connection',
  UND_ERR_SOCKET: 'the host ends the connection',
  EPROTO: 'the port does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not speak TLS',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is that of another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'this machine does not trust its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'this machine does not trust its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'this machine does not trust its certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'this machine does not trust its certificate',
};

/** Why a connection failed: of an error, or of its nearest cause that has a known code. */
export function networkErrorText(error: unknown): string {
  let message = String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const text = 'code' in cause ? TEXTS[String(cause.code)] : undefined;
    if (text !== undefined) return text;
    if (cause.name === 'TimeoutError') return 'it does not answer';
    if (cause.name === 'HTTPParserError') return 'the port does not speak HTTP';
    // Of an address with several hosts Node tells each attempt.
    if (cause instanceof AggregateError && cause.errors.length > 0) return networkErrorText(cause.errors[0]);
    if (cause.message !== '') ({ message } = cause);
  }
  return message;
}
