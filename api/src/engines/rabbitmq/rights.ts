import { createHash } from 'node:crypto';
import { isUserName } from '@belfry/schemas/domain/ids';
import { isSerial } from '@belfry/schemas/domain/serial';
import { aclFor, type AclRule } from '@belfry/schemas/mqtt/access';
import { compileAcl, type Rights } from '@belfry/schemas/mqtt/authorize';
import { createTtlCache } from '../../lib/ttl-cache.ts';

const TTL_MS = 60_000;
/** The list of a user with 20,000 devices takes several megabytes. */
const MAX_LISTS = 200;

const NONE: Rights = { allowed: () => false };

/**
 * The version of an access list, which RabbitMQ repeats with every request about the connection: two tags of 16 bits, since RabbitMQ
 * never forgets a tag that it has seen.
 */
export function versionOf(acl: readonly AclRule[]): string {
  const digest = createHash('sha256').update(JSON.stringify(acl)).digest();
  return `a${digest.readUInt16BE(0)} b${digest.readUInt16BE(2)}`;
}

export type RightsStore = {
  /** Stores the list of a console that has just been authenticated. @returns its version */
  store(username: string, acl: readonly AclRule[]): string;
  /** The rights of a client that was authenticated with this version; nothing is allowed if its list is another now. */
  find(username: string, version: string): Promise<Rights>;
};

/**
 * The compiled access lists of clients that ask about topics. A device's follows from its serial. A console's is loaded when
 * another instance has authenticated it; `version` keeps an instance from using a list that has changed since.
 */
export function createRightsStore(loadConsoleAcl: (userId: number) => Promise<readonly AclRule[]>): RightsStore {
  const lists = createTtlCache<Rights>(TTL_MS, MAX_LISTS);

  async function load(username: string, version: string): Promise<Rights> {
    const acl = await loadConsoleAcl(Number(username));
    return versionOf(acl) === version ? compileAcl(acl) : NONE;
  }

  return {
    store(username, acl) {
      const version = versionOf(acl);
      void lists.get(`${username} ${version}`, () => Promise.resolve(compileAcl(acl)));
      return version;
    },
    async find(username, version) {
      if (isUserName(username)) return lists.get(`${username} ${version}`, () => load(username, version));
      return isSerial(username) ? compileAcl(aclFor({ kind: 'device', serial: username })) : NONE;
    },
  };
}
