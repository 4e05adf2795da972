import { backoffMs } from '@belfry/schemas/timing/backoff';
import { ApiAway, type ApiClient, type EnrolAnswer } from './api-client.ts';
import { sleep, type Clock } from './clock.ts';
import type { Random } from './random.ts';
import type { Member } from './roster.ts';

/** Devices made by one call, and enrolments under way at once: the api also has people to serve. */
const CHUNK = 500;
const PARALLEL = 8;
/** What was refused is tried again, since people may mend it, but in no hurry. */
const REFUSED_RETRY_MS = 60_000;
const RETRY = { firstMs: 1_000, maxMs: 15_000 };

export type EnrolmentDeps = {
  api: ApiClient;
  clock: Clock;
  random: Random;
  say: (line: string) => void;
  /**
   * Whether a device may be made, or have its key taken away so that it gets another. Not when others of the fleet are
   * known: then this one was deleted or re-keyed by a person, and a person has to let it in again.
   */
  mayReset: (member: Member) => boolean;
  /** Whether it still has no key that opens. */
  isWanting: (member: Member) => boolean;
  enrolled: (member: Member, deviceKey: string) => void;
};

/** Fetches keys for devices that have none (or a dead one), a chunk at a time, for ever. */
export function startEnrolment(deps: EnrolmentDeps) {
  const { api, clock, random, say } = deps;
  const waiting = new Set<Member>();
  /** Those who were refused and are to wait before they ask again. */
  const resting = new Set<Member>();
  const refused = new Set<Member>();
  const life = new AbortController();
  let working = false;
  let failures = 0;

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    while (waiting.size > 0 && !life.signal.aborted) {
      const chunk = [...waiting].slice(0, CHUNK);
      try {
        await enrolChunk(chunk);
        if (failures > 0) say('the api answers again');
        failures = 0;
      } catch (error) {
        if (failures === 0) say(`${(error as Error).message}, trying again`);
        await sleep(clock, backoffMs(failures++, RETRY, random.next));
      }
    }
    working = false;
  }

  async function enrolChunk(chunk: Member[]): Promise<void> {
    const ours = api.mayProvision ? chunk.filter(deps.mayReset) : [];
    if (ours.length > 0) await api.provision({ devices: ours.map(asDelivered), reset: false });
    const forgotten = await enrolEach(chunk, new Set(ours));
    if (forgotten.length === 0 || life.signal.aborted) return;
    say(`${countOf(forgotten)} enrolled before, but the key is not here: taking it away to get another`);
    await api.provision({ devices: forgotten.map(asDelivered), reset: true });
    await enrolEach(forgotten, new Set());
  }

  /** Answers those of `ours` that the api has given a key before. */
  async function enrolEach(members: readonly Member[], ours: ReadonlySet<Member>): Promise<Member[]> {
    const queue = [...members];
    const forgotten: Member[] = [];
    const reasons = new Map<string, Member[]>();
    const worker = async (): Promise<void> => {
      for (let member = queue.shift(); member && !life.signal.aborted; member = queue.shift()) {
        const answer = await api.enroll(member.serial, member.pass);
        if (answer.kind === 'already_enrolled' && ours.has(member)) forgotten.push(member);
        else take(member, answer, reasons);
      }
    };
    await inParallel(worker);
    for (const [reason, those] of reasons) say(`${countOf(those)} not enrolled: ${reason}`);
    return forgotten;
  }

  function take(member: Member, answer: EnrolAnswer, reasons: Map<string, Member[]>): void {
    waiting.delete(member);
    if (answer.kind === 'enrolled') {
      refused.delete(member);
      return deps.enrolled(member, answer.deviceKey);
    }
    rest(member);
    if (refused.has(member)) return;
    refused.add(member);
    const reason = reasonOf(answer);
    reasons.set(reason, [...(reasons.get(reason) ?? []), member]);
  }

  function rest(member: Member): void {
    resting.add(member);
    clock.after(REFUSED_RETRY_MS * random.between(0.9, 1.1), () => {
      resting.delete(member);
      if (deps.isWanting(member)) request([member]);
      else refused.delete(member);
    });
  }

  function request(members: readonly Member[]): void {
    for (const member of members) if (!resting.has(member)) waiting.add(member);
    void work();
  }

  return {
    /** Asks for keys; for those who were refused lately it is too early. */
    request,
    stop(): void {
      life.abort();
    },
  };
}

/** Lets all workers end before an error goes on, so that none of them is still at work during the next attempt. */
async function inParallel(worker: () => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason instanceof Error ? failed.reason : new ApiAway(String(failed.reason));
}

const asDelivered = ({ serial, pass, note }: Member) => ({ serial, pass, note });

function reasonOf(answer: Exclude<EnrolAnswer, { kind: 'enrolled' }>): string {
  if (answer.kind === 'refused') return answer.reason;
  return answer.kind === 'unknown' ? 'the api does not know it' : 'another key was given out for it';
}

function countOf(members: readonly Member[]): string {
  const [first] = members;
  return members.length === 1 && first ? `device ${first.serial}` : `${members.length} devices`;
}
