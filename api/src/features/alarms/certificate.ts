import { connect } from 'node:tls';

const TIMEOUT_MS = 5_000;
const HTTPS_PORT = 443;
const DAY_MS = 86_400_000;

/** For how many days the certificate at an address is valid; negative afterwards. null without TLS, or when nobody answers. */
export async function certificateDays(address: string | undefined, now = Date.now()): Promise<number | null> {
  if (!address?.startsWith('https:')) return null;
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    // An invalid certificate is read as well: when it ends is what is asked.
    const socket = connect(
      { host: hostname, port: Number(port) || HTTPS_PORT, servername: hostname, rejectUnauthorized: false },
      () => {
        const end = Date.parse(socket.getPeerCertificate().valid_to);
        resolve(Number.isNaN(end) ? null : Math.floor((end - now) / DAY_MS));
        socket.destroy();
      },
    );
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(null));
  });
}
