import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { on, refusal, type Answer } from '../../../testing/fake-server.ts';
import { insideOf } from '../../../testing/inside-of.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { fakeBrowserAudio } from '../testing/fake-browser-audio.ts';
import { pageAnswers } from '../testing/page-answers.ts';
import { aPageState, HALL, PAGE_ANSWER, YARD } from '../testing/page-factory.ts';
import { HoldToTalk } from './hold-to-talk.tsx';

let audio: ReturnType<typeof fakeBrowserAudio>;
const onEnded = vi.fn();
afterEach(() => {
  onEnded.mockClear();
  cleanup();
  audio.restore();
});

const LIVE = aPageState({
  state: 'live',
  counts: { ready: 1, busy: 1 },
  places: [
    { serial: HALL, place: 'Hall', state: 'ready' },
    { serial: YARD, place: 'Yard', state: 'busy' },
  ],
});

async function opened(options: Parameters<typeof fakeBrowserAudio>[0] = {}, ...answers: Answer[]) {
  audio = fakeBrowserAudio(options);
  const panel = <HoldToTalk targets={{ nodes: [2] }} devices={2} onEnded={onEnded} />;
  return openPage(panel, pageAnswers(...answers));
}

const button = () => screen.getByRole('button', { pressed: screen.queryByRole('button', { pressed: true }) !== null });
const light = () => button().dataset['light'];

async function ready(...answers: Answer[]) {
  const page = await opened({}, ...answers);
  await waitFor(() => expect(button()).toHaveProperty('disabled', false));
  return page;
}

const press = () => fireEvent.pointerDown(insideOf(button()), { button: 0, pointerId: 1 });
const release = () => fireEvent.pointerUp(button(), { button: 0, pointerId: 1 });

async function held() {
  press();
  await waitFor(() => expect(audio.sockets).toHaveLength(1));
}

describe('the button', () => {
  it('opens a page while it is held, is red when places are live, and ends it', async () => {
    const { requestsTo } = await ready();
    await held();
    expect(requestsTo(livePagesHttp.open)).toMatchObject([
      { body: { targets: { nodes: [2] }, chime: 'ding_dong', busy: 'interrupt' } },
    ]);
    expect(audio.sockets[0]?.url).toMatch(new RegExp(`^ws://.+${PAGE_ANSWER.audio_url.replace('?', '\\?')}$`));
    expect(light()).toBe('opening');
    audio.speak();
    audio.tell(aPageState({ counts: { ready: 1, invited: 1 } }));
    expect(light()).toBe('ready');
    expect(audio.vibrated).toEqual([]);
    audio.tell(LIVE);
    expect(light()).toBe('live');
    expect(button().textContent).toMatch(/Speak now.*120 seconds left · 1 place hears you/);
    expect(audio.vibrated).toHaveLength(1);
    const places = screen.getByRole('list', { name: 'What the places do' });
    expect(places.textContent).toMatch(/Hall.*Ready.*Yard.*Busy/);
    audio.speak();
    audio.speak();
    release();
    await waitFor(() => expect(audio.frames()).toHaveLength(3));
    expect(audio.frames()).toMatchObject([
      { seq: 0, isEnd: false, samples: 1_920 },
      { seq: 1, isEnd: false, samples: 1_920 },
      { seq: 2, isEnd: true, samples: 0 },
    ]);
    audio.tell({ ...LIVE, state: 'ended', ended_by: 'closed' });
    expect(screen.getByText('Said.')).toBeDefined();
    expect(onEnded.mock.calls).toEqual([[PAGE_ANSWER.run_id]]);
  });

  it('ends with the microphone, with what was said until then', async () => {
    await ready();
    await held();
    audio.tell(LIVE);
    audio.speak();
    audio.report('ended');
    await waitFor(() => expect(audio.frames().at(-1)).toMatchObject({ isEnd: true }));
    audio.tell({ ...LIVE, state: 'ended', ended_by: 'closed' });
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'The microphone was unplugged.',
      'The microphone was unplugged.',
    ]);
  });

  it('is not red while nobody hears what is said', async () => {
    await ready();
    await held();
    audio.tell(aPageState({ state: 'live', counts: { offline: 2 } }));
    expect(light()).toBe('unheard');
    expect(button().textContent).toContain('Nobody hears you live');
  });

  it('is held by Space where nothing else takes it, and turned on and off by Enter', async () => {
    const { user } = await ready();
    fireEvent.keyDown(document.body, { key: ' ' });
    await waitFor(() => expect(audio.sockets).toHaveLength(1));
    fireEvent.keyUp(document.body, { key: ' ' });
    await screen.findByText(/You let go before anybody could hear you/);
    button().focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(audio.sockets).toHaveLength(2));
    expect(button().textContent).toContain('press to end');
    audio.tell(LIVE);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(audio.frames().at(-1)).toMatchObject({ isEnd: true }));
  });

  it('is let go when the person turns to another window', async () => {
    await ready();
    await held();
    audio.tell(LIVE);
    fireEvent.blur(globalThis.window);
    await waitFor(() => expect(audio.frames().at(-1)).toMatchObject({ isEnd: true }));
  });

  it('says why the server opens no page', async () => {
    await ready(on(livePagesHttp.open, () => refusal(403, 'You may not speak there', 'forbidden')));
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('You may not speak there');
    expect(audio.sockets).toEqual([]);
  });

  it('says that the person speaks elsewhere already', async () => {
    await ready(on(livePagesHttp.open, () => refusal(409, 'You are speaking in another window already', 'conflict')));
    press();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^You are speaking in another window or/);
    expect(audio.sockets).toEqual([]);
  });

  it.each([
    ['closed', false],
    ['limit', false],
    ['silence', true],
    ['rights', true],
    ['broker', true],
    ['restarted', true],
  ] as const)('that has ended by %s interrupts a screen reader: %s', async (ended_by, interrupts) => {
    await ready();
    await held();
    audio.tell(LIVE);
    audio.tell({ ...LIVE, state: 'ended', ended_by });
    await waitFor(() => expect(light()).not.toBe('live'));
    expect(screen.queryAllByRole('alert')).toHaveLength(interrupts ? 1 : 0);
    const told = screen.getAllByRole(interrupts ? 'alert' : 'status').filter(({ textContent }) => textContent !== '');
    expect(told.length).toBeGreaterThan(0);
  });

  it('says that the connection was lost, and does not connect again', async () => {
    await ready();
    await held();
    audio.tell(LIVE);
    audio.drop();
    screen.getByText(/^The connection was lost/);
    expect(audio.sockets).toHaveLength(1);
  });

  it('is off while the broker is away, with the reason', async () => {
    await opened(
      {},
      on(livePagesHttp.settings, () => ({ available: false, recording_days: 30, recording_room: true })),
    );
    await screen.findByText(/^The server or its message broker does not answer/);
    expect(button()).toHaveProperty('disabled', true);
  });
});

it('says before anybody speaks that there is no room for recordings', async () => {
  await opened(
    {},
    on(livePagesHttp.settings, () => ({ available: true, recording_days: 30, recording_room: false })),
  );
  expect(await screen.findByText(/^There is no room for more recordings/)).toBeDefined();
  expect(screen.queryByText(/recorded and kept/)).toBeNull();
});

describe('the microphone', () => {
  it('is asked for at the first hold, and where it is refused that is said, and it is asked for again', async () => {
    await opened({ refusal: 'NotAllowedError' });
    await waitFor(() => expect(button()).toHaveProperty('disabled', false));
    expect(screen.queryByRole('alert')).toBeNull();
    press();
    expect((await screen.findAllByRole('alert'))[0]?.textContent).toMatch(/^The microphone was refused/);
    expect(audio.sockets).toEqual([]);
    release();
    audio.allow();
    press();
    await waitFor(() => expect(audio.sockets).toHaveLength(1));
  });

  it('is chosen among those of the machine', async () => {
    const { user } = await ready();
    await held();
    release();
    await screen.findByText(/^You let go before/);
    await user.click(screen.getByRole('button', { name: 'Microphone and choices' }));
    await user.click(await screen.findByRole('combobox', { name: 'Device' }));
    await user.click(await screen.findByRole('option', { name: 'Headset' }));
    await screen.findByRole('meter');
    expect(localStorage.getItem('talkMicrophone')).toBe('"usb"');
  });

  it('is not offered to a page without HTTPS, which says so', async () => {
    await opened({ without: true, secure: false });
    expect(screen.getByRole('alert').textContent).toMatch(/^Browsers give no microphone to pages without HTTPS/);
    expect(button()).toHaveProperty('disabled', true);
  });

  it('that is muted, silent or unplugged is said', async () => {
    await ready();
    await held();
    audio.report('mute');
    expect(screen.getByRole('alert').textContent).toMatch(/^The microphone is muted/);
    audio.report('unmute');
    expect(screen.queryByRole('alert')).toBeNull();
    for (let count = 0; count < 75; count++) audio.speak(0);
    expect(screen.getByRole('alert').textContent).toMatch(/^We hear nothing/);
    audio.speak(1);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/^Too loud/)).toBeDefined();
  });
});

it('says for how long what is said is kept', async () => {
  await opened();
  await screen.findByText('What you say is recorded and kept for 30 days.');
});
