import { PASSKEYS_MAX } from '@belfry/schemas/domain/account';
import { type Passkey, type PasskeyCreation, type PasskeyRegisterBody } from '@belfry/schemas/http/accounts/passkeys';
import type { OwnerProof } from '@belfry/schemas/http/accounts/two-factor';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, notFound } from '../../../errors.ts';
import { countAttempt, type Limit } from '../../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { describeUserAgent } from '../../../lib/user-agent.ts';
import { lockUser } from '../../../people/users.repository.ts';
import { userChanged } from '../../../people/users.ts';
import { queueMessage } from '../../mail/outbox/index.ts';
import { countPasskeys, findDescriptors, insertPasskey, spendChallenge } from './passkeys.repository.ts';
import { completeSetup } from '../required-second-factor.ts';
import { findTwoFactor } from '../two-factor.repository.ts';
import { putRecoveryCodes } from '../two-factor.ts';
import { type NewCredential, readChallenge, verifyAttestation } from './ceremony.ts';
import { type ChallengePurpose, createPasskeyChallenge, isLiveChallenge } from './challenge.ts';
import { creationOptions } from './options.ts';
import { requireOwner } from './owner-proof.ts';
import { passkeySite } from './site.ts';

const HOUR_S = 3_600;
/** Each addition and each removal sends a mail. */
const additions = (userId: number): Limit => ({ key: `passkeys:${userId}`, hits: 20, windowSeconds: HOUR_S });

/** Only the session that has proved its owner can go on with it; a challenge ends with its session. */
const purposeOf = ({ key_id }: Principal): ChallengePurpose => ({ purpose: 'register', subject: String(key_id) });

/** Proves the owner again, and answers how the browser makes a passkey. Throws wrong_password, conflict, rate_limited, unprocessable. */
export async function beginRegistration(
  deps: Pick<Deps, 'db' | 'config'>,
  caller: Principal,
  proof: OwnerProof,
): Promise<PasskeyCreation> {
  const site = passkeySite(deps.config);
  await countAttempt(deps, [additions(caller.id)]);
  const user = await requireOwner(deps, caller.id, proof);
  const passkeys = await findDescriptors(deps.db, caller.id, 'all');
  if (passkeys.length >= PASSKEYS_MAX) throw tooMany();
  const challenge = createPasskeyChallenge(deps.config.SERVICE_SECRET, purposeOf(caller));
  return creationOptions(deps.config.SERVICE_SECRET, { site, challenge, user, passkeys });
}

type Registered = { passkey: Wire<Passkey>; recovery_codes: string[] };

/**
 * Adds the passkey that a browser has made, and tells its person by mail. Throws challenge_expired, also for one that was used; conflict for
 * one too many, or one that is registered; origin_refused; unprocessable.
 */
export async function finishRegistration(
  deps: Pick<Deps, 'db' | 'config' | 'jobs' | 'auth' | 'events'>,
  actor: Actor,
  { response, name }: PasskeyRegisterBody,
  userAgent: string | undefined,
): Promise<Registered> {
  const { db, config } = deps;
  const site = passkeySite(config);
  const challenge = readChallenge(response.response.clientDataJSON, 'webauthn.create', site, refused);
  const isLive = isLiveChallenge(config.SERVICE_SECRET, purposeOf(actor.user), challenge);
  if (!isLive || !(await spendChallenge(db, challenge))) throw tooLate();
  const credential = await verifyAttestation(response, challenge, site);
  if (!credential) throw refused();
  const { lifted, ...registered } = await transact(db, (trx) =>
    addPasskey(trx, deps, actor, { ...credential, name: name ?? nameOf(userAgent) }),
  );
  if (lifted) deps.auth.forget();
  userChanged(deps, actor.user.id);
  return registered;
}

async function addPasskey(
  trx: Kysely<Database>,
  { jobs }: Pick<Deps, 'jobs'>,
  actor: Actor,
  credential: NewCredential & { name: string },
): Promise<Registered & { lifted: boolean }> {
  const user = await lockUser(trx, actor.user.id);
  if (!user) throw notFound();
  const before = await countPasskeys(trx, user.id);
  if (before >= PASSKEYS_MAX) throw tooMany();
  const isFirst = before === 0 && (await findTwoFactor(trx, user.id))?.enabled_at == null;
  const passkey = await insertPasskey(trx, { ...credential, user_id: user.id });
  if (!passkey) throw new AppError('conflict', 'This passkey is registered already.');
  const recovery_codes = isFirst ? await putRecoveryCodes(trx, user.id) : [];
  await queueMessage(trx, jobs, { kind: 'passkey_added', to: user, passkey: passkey.name });
  const entry = { action: 'passkey.add', object_kind: 'user', object_id: user.id } as const;
  await audit(trx, actor, { ...entry, details: { passkey: passkey.name } });
  return { passkey, recovery_codes, lifted: await completeSetup(trx, actor.user) };
}

/** `Chrome, Windows`, without unknown parts. */
function nameOf(userAgent: string | undefined): string {
  const { browser, system } = describeUserAgent(userAgent ?? null);
  return [browser, system].filter(Boolean).join(', ') || 'Passkey';
}

const tooMany = (): AppError =>
  new AppError('conflict', `You have ${PASSKEYS_MAX} passkeys, which is the most. Please remove one first.`);

const tooLate = (): AppError =>
  new AppError('challenge_expired', 'Adding the passkey has taken too long. Please begin again.');

const refused = (): AppError =>
  new AppError('unprocessable', 'The passkey could not be added, because the answer of the browser is not valid.');
