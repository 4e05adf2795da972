import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Paths of PEM files: the certificate with its chain, and its private key. */
export type CertificateFiles = { certificate: string; key: string };
export type Certificate = { cert: Buffer; key: Buffer };

/**
 * Reads a certificate and its key.
 * @throws an Error whose message is one line that begins with the name of the invalid variable.
 */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const cert = await read('MQTT_TLS_CERT', files.certificate);
  const key = await read('MQTT_TLS_KEY', files.key);
  const leaf = parse(
    'MQTT_TLS_CERT',
    `${files.certificate} is not a certificate in PEM`,
    () => new X509Certificate(cert),
  );
  const privateKey = parse('MQTT_TLS_KEY', `${files.key} is not a private key in PEM without a passphrase`, () =>
    createPrivateKey(key),
  );
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new Error(`MQTT_TLS_KEY: ${files.key} is not the key of the first certificate in ${files.certificate}`);
  }
  return { cert, key };
}

async function read(variable: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Error(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

/** The cause is not part of the message: OpenSSL's texts are of little use and could quote the file. */
function parse<T>(variable: string, problem: string, parser: () => T): T {
  try {
    return parser();
  } catch {
    throw new Error(`${variable}: ${problem}`);
  }
}
