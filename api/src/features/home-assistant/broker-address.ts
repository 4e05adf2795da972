import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Config } from '../../config/config.ts';
import { networksOf } from '../../config/networks.ts';
import { checkedHost } from '../../lib/outbound-fetch.ts';
import { createTypedAddressCheck } from '../../lib/typed-address.ts';

type Allowed = Pick<Config, 'HOME_ASSISTANT_ALLOW'>;

/** Checks an address before it is stored. Throws unprocessable for one that must not be reached. */
export const brokerCheck = ({ HOME_ASSISTANT_ALLOW }: Allowed): ((url: string) => Promise<void>) =>
  createTypedAddressCheck(networksOf(HOME_ASSISTANT_ALLOW), {
    path: 'url',
    nothing: 'Belfry does not connect to this address',
    setting: 'HOME_ASSISTANT_ALLOW',
  });

const PORTS: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/** Connects to a broker, whose address is checked after its name was resolved. Throws ForbiddenAddress. */
export function connectBroker({ HOME_ASSISTANT_ALLOW }: Allowed, address: string): Socket {
  const { protocol, port } = new URL(address);
  const { host, lookup } = checkedHost(address, { allowed: networksOf(HOME_ASSISTANT_ALLOW) });
  const options = { host, lookup, port: Number(port) || (PORTS[protocol] ?? 0), noDelay: true };
  return protocol === 'mqtts:'
    ? connectTls({ ...options, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp(options);
}
