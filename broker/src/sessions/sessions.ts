import { Session, type SessionRequest } from './session.ts';
import type { SessionMetrics } from './deliveries.ts';

/**
 * All sessions by client id. A clean session ends with its connection; persistent ones expire and are limited per owner and
 * in total: the one that has been disconnected for longest is removed first, the api's never.
 */
export class Sessions {
  readonly metrics: SessionMetrics = {
    sentMessages: 0,
    sentBytes: 0,
    queued: 0,
    inflight: 0,
    lost: 0,
    framesDropped: 0,
  };
  readonly #byId = new Map<string, Session>();
  readonly #persistentByOwner = new Map<string, Set<Session>>();
  #persistentCount = 0;
  readonly #maxPersistent: number;
  readonly #onEnd: (session: Session) => void;

  /** @param onEnd called with each session that ends, so that its subscriptions can be removed */
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

  /** The stored session of that id if both are persistent and of one owner, otherwise a new one that replaces it. */
  open(request: SessionRequest): Session {
    const { id, owner, persistent } = request;
    const storedSession = this.#byId.get(id);
    if (storedSession && storedSession.persistent && persistent && storedSession.owner === owner) return storedSession;
    if (storedSession) this.end(storedSession);
    const session = new Session(request, this.metrics);
    this.#byId.set(id, session);
    if (persistent) this.#addPersistent(session);
    return session;
  }

  detach(session: Session, now: number): void {
    if (this.#byId.get(session.id) !== session) return;
    if (session.persistent) session.detach(now);
    else this.end(session);
  }

  end(session: Session): void {
    if (this.#byId.get(session.id) !== session) return;
    this.#byId.delete(session.id);
    const sessions = this.#persistentByOwner.get(session.owner);
    if (sessions?.delete(session)) this.#persistentCount--;
    if (sessions?.size === 0) this.#persistentByOwner.delete(session.owner);
    session.dispose();
    this.#onEnd(session);
  }

  endAllOf(owner: string): void {
    for (const session of this.#persistentByOwner.get(owner) ?? []) this.end(session);
  }

  expire(now: number): void {
    for (const session of this.persistent()) {
      if (!session.attached && now - session.detachedAt > session.limits.expiryMs) this.end(session);
    }
  }

  *persistent(): Generator<Session> {
    for (const sessions of this.#persistentByOwner.values()) yield* sessions;
  }

  #addPersistent(session: Session): void {
    let mine = this.#persistentByOwner.get(session.owner);
    if (!mine) this.#persistentByOwner.set(session.owner, (mine = new Set()));
    mine.add(session);
    this.#persistentCount++;
    if (mine.size > session.limits.perOwner) this.#endOldest(mine, session);
    if (this.#persistentCount > this.#maxPersistent) this.#endOldest(evictable(this.persistent()), session);
  }

  /** Ends the session that has been disconnected for longest, if any of the candidates is disconnected. */
  #endOldest(candidates: Iterable<Session>, except: Session): void {
    let oldest: Session | undefined;
    for (const session of candidates) {
      if (session === except || session.attached || (oldest && oldest.detachedAt <= session.detachedAt)) continue;
      oldest = session;
    }
    if (oldest) this.end(oldest);
  }
}

function* evictable(sessions: Iterable<Session>): Generator<Session> {
  for (const session of sessions) if (session.limits.evictable) yield session;
}
