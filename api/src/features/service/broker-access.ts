import type { DeviceMode } from '@belfry/schemas/domain/device';
import { isUserName } from '@belfry/schemas/domain/ids';
import type { Role } from '@belfry/schemas/domain/roles';
import { isSerial } from '@belfry/schemas/domain/serial';
import { brokerAccessHttp, type BrokerAuthAnswer, type BrokerAuthRequest } from '@belfry/schemas/http/service/internal';
import { aclFor, type AclRule } from '@belfry/schemas/mqtt/access';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Route } from '../../http/routes/route.ts';
import { keyMatches } from '../../lib/keys.ts';
import { findRole } from '../../people/users.repository.ts';
import { canReadAllDevices } from '../../policies/devices.ts';
import { serve } from '../../serve.ts';
import { devicesChanged, findSerialsOfOwner, noteTwins, promoteDevice } from '../devices/index.ts';
import { createDeviceLookup, type DeviceCredentials } from './device-credentials.sql.ts';

const ASKED = { access: 'service', audit: 'none: the broker asks' } as const;

/** The authentication hook, which the bundled broker calls for each CONNECT, for several in one call where it can. */
export function brokerAccessRoutes({ pool }: Pick<Deps, 'pool'>): Route[] {
  const lookup = createDeviceLookup(pool);
  return [
    serve(brokerAccessHttp.authenticate, ASKED, ({ deps, body }) => authenticateClient(deps, lookup, body)),
    serve(brokerAccessHttp.authenticateBatch, ASKED, async ({ deps, body }) => ({
      // One whose authentication fails is null, and does not affect the others.
      answers: await Promise.all(
        body.clients.map((client) =>
          authenticateClient(deps, lookup, client).catch((err: unknown) => {
            deps.log.error({ err, username: client.username }, 'a client of the broker could not be authenticated');
            return null;
          }),
        ),
      ),
    })),
    serve(brokerAccessHttp.twins, ASKED, ({ deps, body }) => noteTwins(deps.db, body)),
  ];
}

type Credentials = Pick<BrokerAuthRequest, 'username' | 'password'>;
type Lookup = (serial: string) => Promise<DeviceCredentials | undefined>;

const DENY: BrokerAuthAnswer = { result: 'deny' };

export async function authenticateClient(deps: Deps, lookup: Lookup, given: Credentials): Promise<BrokerAuthAnswer> {
  if (isSerial(given.username)) return authenticateDevice(deps, lookup, given);
  return isUserName(given.username) ? authenticateConsole(deps, given) : DENY;
}

async function authenticateDevice(
  deps: Deps,
  lookup: Lookup,
  { username, password }: Credentials,
): Promise<BrokerAuthAnswer> {
  const device = await lookup(username);
  if (!device?.key_hash || device.device_mode === 'blocked' || !keyMatches(password, device.key_hash)) return DENY;
  await promote(deps, device);
  return allow('device', device.serial, aclFor({ kind: 'device', serial: device.serial }));
}

/** The mode after the first connection of a device; see DEV-9. */
const AFTER_FIRST_CONNECTION: Partial<Record<DeviceMode, DeviceMode>> = { wait: 'ok', new: 'active', pass: 'active' };

async function promote(deps: Deps, { device_id, user_id, device_mode }: DeviceCredentials): Promise<void> {
  const next = AFTER_FIRST_CONNECTION[device_mode];
  if (!next) return;
  await promoteDevice(deps.db, device_id, { from: device_mode, to: next });
  devicesChanged(deps, [device_id], user_id);
}

async function authenticateConsole({ auth, db }: Deps, { username, password }: Credentials): Promise<BrokerAuthAnswer> {
  // Without the key cache: it may not know yet that another instance has revoked the key, and the connection would stay.
  const user = await auth.authenticateUncached(password).catch(denyBlocked);
  if (!user || user.id !== Number(username)) return DENY;
  return allow('console', String(user.id), await consoleAcl(db, user));
}

function denyBlocked(error: unknown): null {
  if (error instanceof AppError && error.code === 'account_blocked') return null;
  throw error;
}

const allow = (kind: 'device' | 'console', id: string, acl: ReturnType<typeof aclFor>): BrokerAuthAnswer => ({
  result: 'allow',
  is_superuser: false,
  client_attrs: { kind, id },
  acl,
});

async function consoleAcl(db: Kysely<Database>, user: { id: number; role: Role }): Promise<AclRule[]> {
  const serials = canReadAllDevices(user) ? [] : await findSerialsOfOwner(db, user.id);
  return aclFor({ kind: 'console', userId: user.id, role: user.role, serials });
}

/** The access list of the consoles of a user by the id alone; empty for one who does not exist, or is blocked. */
export async function findConsoleAcl(db: Kysely<Database>, userId: number): Promise<AclRule[]> {
  const role = await findRole(db, userId);
  return role === undefined ? [] : consoleAcl(db, { id: userId, role });
}
