import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPageState, PAGE_ID } from '../testing/page-factory.ts';
import { fakeTalk } from '../testing/fake-talk.ts';
import { createTalk, type Talk } from './talk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Until every promise of the page has settled; nothing here waits for a timer. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const phase = (talk: Talk) => talk.state.get().phase;
const end = (talk: Talk) => {
  const state = talk.state.get();
  return state.phase === 'ended' ? state.end : null;
};

async function started() {
  const talk = createTalk();
  const page = fakeTalk();
  void talk.start(page.deps);
  await settle();
  return { talk, page };
}

async function live() {
  const { talk, page } = await started();
  page.answer();
  await settle();
  page.tell(aPageState({ state: 'live', counts: { ready: 2 } }));
  return { talk, page };
}

describe('a page', () => {
  it('is opened, ready and live, and sends frames only while it is live', async () => {
    const { talk, page } = await started();
    expect(phase(talk)).toBe('opening');
    page.answer();
    await settle();
    page.input.speak();
    page.tell(aPageState({ counts: { ready: 1, invited: 1 } }));
    expect(phase(talk)).toBe('ready');
    page.input.speak();
    expect(page.sent).toEqual([]);
    page.tell(aPageState({ state: 'live', counts: { ready: 2 } }));
    expect(phase(talk)).toBe('live');
    page.input.speak();
    page.input.speak();
    expect(page.sent).toEqual([
      { kind: 'packet', at: 1_080 },
      { kind: 'packet', at: 1_120 },
    ]);
  });

  it('waits for the end of the chime', async () => {
    const { talk, page } = await started();
    page.answer({ speak_after_ms: 1_500 });
    await settle();
    page.tell(aPageState({ state: 'live', counts: { ready: 2 } }));
    await vi.advanceTimersByTimeAsync(1_499);
    expect(phase(talk)).toBe('ready');
    page.input.speak();
    expect(page.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(phase(talk)).toBe('live');
    page.input.speak();
    expect(page.sent).toHaveLength(1);
  });

  it('ends with an end frame, and when the server says so', async () => {
    const { talk, page } = await live();
    page.input.speak();
    talk.stop();
    await settle();
    page.input.speak();
    expect(page.sent.map(({ kind }) => kind)).toEqual(['packet', 'end']);
    page.tell(aPageState({ state: 'live', counts: { speaking: 2 } }));
    expect(phase(talk)).toBe('ending');
    page.tell(aPageState({ state: 'ended', ended_by: 'closed' }));
    expect(end(talk)).toBe('closed');
    expect(page.isSocketOpen()).toBe(false);
    expect(page.closed).toEqual([]);
    expect(page.input.listeners()).toBe(0);
  });

  it('ends by itself where the server says nothing', async () => {
    const { talk, page } = await live();
    talk.stop();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(end(talk)).toBe('closed');
    expect(page.closed).toEqual([PAGE_ID]);
  });

  it.each(['silence', 'limit', 'rights', 'broker', 'restarted'] as const)(
    'says that it has ended by %s',
    async (by) => {
      const { talk, page } = await live();
      page.tell(aPageState({ state: 'ended', ended_by: by }));
      expect(end(talk)).toBe(by);
    },
  );

  it('is not connected again after the connection was lost, and says so', async () => {
    const { talk, page } = await live();
    page.drop();
    expect(end(talk)).toBe('network');
    page.tell(aPageState({ state: 'live', counts: { ready: 2 } }));
    expect(end(talk)).toBe('network');
  });

  it('ends where the server says nothing any more', async () => {
    const { talk, page } = await live();
    await vi.advanceTimersByTimeAsync(5_000);
    page.tell(aPageState({ state: 'live', counts: { speaking: 2 }, remaining_ms: 115_000 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(phase(talk)).toBe('live');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(end(talk)).toBe('network');
  });

  it('ends at once where the machine has no network', async () => {
    const { talk } = await live();
    globalThis.dispatchEvent(new Event('offline'));
    expect(end(talk)).toBe('network');
  });

  it('ends with what was said where the microphone is unplugged, and goes on where it is muted', async () => {
    const { talk, page } = await live();
    page.input.fail('muted');
    expect(phase(talk)).toBe('live');
    page.input.fail('unplugged');
    await settle();
    expect(page.sent).toEqual([{ kind: 'end', at: expect.any(Number) }]);
    page.drop();
    expect(end(talk)).toBe('unplugged');
  });

  it('ends where nothing can be encoded', async () => {
    const { talk, page } = await live();
    page.failEncoder();
    expect(end(talk)).toBe('encoder');
  });
});

describe('a page that is not wanted any more', () => {
  it('is given up where it is let go before anybody could hear, and the next one waits for that', async () => {
    const { talk, page } = await started();
    talk.stop();
    expect(end(talk)).toBe('released');
    page.answer();
    await settle();
    expect(page.closed).toEqual([PAGE_ID]);
    expect(page.isSocketOpen()).toBe(false);
    void talk.start(page.deps);
    await settle();
    page.answer();
    await settle();
    expect(page.isSocketOpen()).toBe(true);
  });

  it('says that nobody could hear it where nobody is asked any more', async () => {
    const { talk, page } = await started();
    page.answer();
    await settle();
    page.tell(aPageState({ counts: { offline: 2, busy: 1 } }));
    talk.stop();
    expect(end(talk)).toBe('unheard');
  });

  it('is closed where the person leaves', async () => {
    const { talk, page } = await live();
    talk.abandon();
    expect(page.isSocketOpen()).toBe(false);
    expect(page.closed).toEqual([PAGE_ID]);
  });
});

it('opens no page without a microphone, and says what is wrong with it', async () => {
  const talk = createTalk();
  const page = fakeTalk({ refusal: 'refused' });
  await talk.start(page.deps);
  expect(end(talk)).toBe('refused');
});

it('keeps the error of a page that the server does not open', async () => {
  const { talk, page } = await started();
  const error = { status: 409 };
  page.refuse(error);
  await settle();
  expect(talk.state.get()).toMatchObject({ phase: 'ended', end: 'failed', error });
});

it('opens one page at a time', async () => {
  const { talk, page } = await live();
  const open = vi.spyOn(page.deps, 'open');
  void talk.start(page.deps);
  await settle();
  expect(open).not.toHaveBeenCalled();
  expect(phase(talk)).toBe('live');
});
