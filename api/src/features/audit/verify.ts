import { createPublicKey, verify } from 'node:crypto';
import { type AuditLine, type AuditRoot, type ChainEnd, rootText } from '@belfry/schemas/domain/audit-chain';
import { ChainVerifier } from '@belfry/schemas/domain/audit-verifier';
import type { AuditVerification } from '@belfry/schemas/http/audit';
import type { Kysely } from 'kysely';
import { findEnds, findRoots, findSigningKey, readChain } from '../../audit/chain/chain.repository.ts';
import { chainCommitted, sha256 } from '../../audit/chain/chainer.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { createYielder } from '../../lib/map-yielding.ts';
import type { Wire } from '../../http/routes/route.ts';

type VerifyDeps = Pick<Deps, 'db' | 'long'>;

const ROWS_AT_ONCE = 500;
/** What one call verifies at most. A longer chain is verified by several calls, each from where the one before it has stopped. */
type VerifyLimits = { rows: number; characters: number; ms: number };
/** The work of two seconds of a processor: rows with much in them, or many. */
const LIMITS: VerifyLimits = { rows: 15_000, characters: 40_000_000, ms: 20_000 };

type Progress = { verified: ChainEnd; at: string | null };

type Verification = { running: Promise<Wire<AuditVerification>> | null; stopped: Progress | null };
const verifications = new WeakMap<Kysely<Database>, Verification>();

/**
 * Verifies the chain for whoever asks: those who ask meanwhile get the same answer, so that one verification runs at a time. It ends where the
 * one who has asked first is gone, and at its limit; the next one goes on from there.
 */
export function verifyShared(
  deps: VerifyDeps,
  userId: number,
  signal: AbortSignal,
  limits = LIMITS,
): Promise<Wire<AuditVerification>> {
  const state: Verification = verifications.get(deps.db) ?? { running: null, stopped: null };
  verifications.set(deps.db, state);
  state.running ??= verifyChain(deps, { userId, signal, from: state.stopped, limits })
    .then(({ answer, progress }) => {
      state.stopped = progress;
      return answer;
    })
    .finally(() => {
      state.running = null;
    });
  return state.running;
}

type Verifying = { userId: number; signal: AbortSignal; from: Progress | null; limits: VerifyLimits };

async function verifyChain(
  deps: VerifyDeps,
  { userId, signal, from, limits }: Verifying,
): Promise<{ answer: Wire<AuditVerification>; progress: Progress | null }> {
  const { db } = deps;
  // What has been answered before this call is part of the chain.
  await chainCommitted(deps);
  const { start, end } = await findEnds(db);
  const key = (await findSigningKey(db))?.public_key;
  const roots = (await findRoots(db)).filter(
    (root) => root.seq > start.seq && key !== undefined && isSigned(root, key),
  );
  const begin = from && from.verified.seq > start.seq && from.verified.seq < end.seq ? from.verified : start;
  const verifier = new ChainVerifier(sha256, begin, roots);
  const breathe = createYielder();
  const deadline = performance.now() + limits.ms;
  let after = begin.seq;
  let atEnd = false;
  let left = { rows: limits.rows, characters: limits.characters };
  while (!atEnd && left.rows > 0 && left.characters > 0 && !signal.aborted && performance.now() < deadline) {
    const window = { after, upTo: end.seq, limit: Math.min(ROWS_AT_ONCE, left.rows) };
    const rows = await deps.long.read(userId, (connections) => readChain(connections.db, window));
    // One more window than the one that breaks: the row behind it names the one that is missing.
    const isLast = verifier.isBroken;
    for (const { is_hidden: _shown, ...line } of rows) {
      await breathe();
      verifier.add(line);
    }
    left = {
      rows: left.rows - rows.length,
      characters: left.characters - rows.reduce((sum, line) => sum + lengthOf(line), 0),
    };
    atEnd = rows.length < window.limit || isLast;
    after = rows.at(-1)?.seq ?? after;
  }
  const at = verifier.lastAt ?? from?.at ?? null;
  const until = at === null ? null : new Date(at);
  if (!atEnd && !verifier.isBroken)
    return {
      answer: { unbroken_until: until, first_broken_id: null, continues: true },
      progress: { verified: verifier.last, at },
    };
  const broken = verifier.finish(end);
  const id = broken && (broken.id ?? broken.before_id ?? end.id);
  return { answer: { unbroken_until: until, first_broken_id: id }, progress: null };
}

const lengthOf = ({ details, before, after }: AuditLine): number =>
  (details?.length ?? 0) + (before?.length ?? 0) + (after?.length ?? 0);

/** A day whose signature is not that of the installation proves nothing. */
const isSigned = (root: AuditRoot, publicKey: string): boolean =>
  verify(null, Buffer.from(rootText(root)), createPublicKey(publicKey), Buffer.from(root.signature, 'hex'));
