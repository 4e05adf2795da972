import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces, release, type as osType } from 'node:os';

export type Identity = { hostname: string; ip: string; mac: string; model: string; os: string; kernel: string };

/** Where boards and other machines say what they are. */
const MODEL_FILES = ['/proc/device-tree/model', '/sys/devices/virtual/dmi/id/product_name'];
const NO_ADDRESS = { address: '0.0.0.0', mac: '00:00:00:00:00:00' };

/** What this machine is. What it does not tell is said to be unknown. */
export function readIdentity(): Identity {
  const { address, mac } = firstAddress();
  return {
    hostname: hostname(),
    ip: address,
    mac,
    model: MODEL_FILES.map(textOf).find((text) => text !== '') ?? 'unknown',
    os: /^PRETTY_NAME="?([^"\n]+)/m.exec(textOf('/etc/os-release'))?.[1] ?? osType(),
    kernel: release(),
  };
}

/** The first IPv4 address that other machines reach, or else the first of IPv6. */
function firstAddress(): { address: string; mac: string } {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.filter(({ internal }) => !internal);
  return outside.find(({ family }) => family === 'IPv4') ?? outside[0] ?? NO_ADDRESS;
}

/** Without the zero byte that ends the texts of the device tree. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', '').trim();
  } catch {
    return '';
  }
}
