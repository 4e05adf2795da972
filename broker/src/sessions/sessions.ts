import { Session, type SessionFigures, type SessionLimits } from './session.ts';

/** Opening a session: `owner` is the credential it belongs to. */
export type SessionRequest = { id: string; owner: string; persistent: boolean; limits: SessionLimits };

/**
 * All sessions by client id. Clean ones live as long as their connection; persistent ones expire and are
 * bounded in number, per owner and in all; the one that has been alone for longest goes first, the api's never.
 */
export class Sessions {
  readonly figures: SessionFigures = { sentMessages: 0, sentBytes: 0, queued: 0, inflight: 0, lost: 0 };
  readonly #byId = new Map<string, Session>();
  /** Persistent ones by owner, for revocation. */
  readonly #persistent = new Map<string, Set<Session>>();
  #persistentCount = 0;
  readonly #maxPersistent: number;
  readonly #onEnd: (session: Session) => void;

  /** @param onEnd called with each session that ends, so that its routes can go */
  constructor(maxPersistent: number, onEnd: (session: Session) => void) {
    this.#maxPersistent = maxPersistent;
    this.#onEnd = onEnd;
  }

  get count(): number {
    return this.#byId.size;
  }

  get(id: string): Session | undefined {
    return this.#byId.get(id);
  }

  /** The stored session of that id when both want it kept, otherwise a fresh one in its place. */
  open({ id, owner, persistent, limits }: SessionRequest): Session {
    const stored = this.#byId.get(id);
    if (stored && stored.persistent && persistent && stored.owner === owner) return stored;
    if (stored) this.end(stored);
    const session = new Session(id, owner, persistent, limits, this.figures);
    this.#byId.set(id, session);
    if (persistent) this.#keep(session);
    return session;
  }

  /** The connection is gone: a clean session ends with it. */
  detach(session: Session, now: number): void {
    if (this.#byId.get(session.id) !== session) return;
    if (session.persistent) session.detach(now);
    else this.end(session);
  }

  end(session: Session): void {
    if (this.#byId.get(session.id) !== session) return;
    this.#byId.delete(session.id);
    const kept = this.#persistent.get(session.owner);
    if (kept?.delete(session)) this.#persistentCount--;
    if (kept?.size === 0) this.#persistent.delete(session.owner);
    session.dispose();
    this.#onEnd(session);
  }

  /** Rights were taken back: what was queued under them goes too. */
  endAllOf(owner: string): void {
    for (const session of this.#persistent.get(owner) ?? []) this.end(session);
  }

  expire(now: number): void {
    for (const session of this.kept()) {
      if (!session.attached && now - session.detachedAt > session.limits.expiryMs) this.end(session);
    }
  }

  *kept(): Generator<Session> {
    for (const sessions of this.#persistent.values()) yield* sessions;
  }

  #keep(session: Session): void {
    let mine = this.#persistent.get(session.owner);
    if (!mine) this.#persistent.set(session.owner, (mine = new Set()));
    mine.add(session);
    this.#persistentCount++;
    if (mine.size > session.limits.perOwner) this.#endOldest(mine, session);
    if (this.#persistentCount > this.#maxPersistent) this.#endOldest(spare(this.kept()), session);
  }

  /** Of those that nobody is connected to, the one that has been alone for longest. */
  #endOldest(candidates: Iterable<Session>, except: Session): void {
    let oldest: Session | undefined;
    for (const session of candidates) {
      if (session === except || session.attached || (oldest && oldest.detachedAt <= session.detachedAt)) continue;
      oldest = session;
    }
    if (oldest) this.end(oldest);
  }
}

function* spare(sessions: Iterable<Session>): Generator<Session> {
  for (const session of sessions) if (session.limits.spare) yield session;
}
