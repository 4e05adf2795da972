import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { advanceTime, stopTime } from '../../../testing/fake-time.ts';
import { refusal, unreachable } from '../../../testing/fake-server.ts';
import {
  boxes,
  confirmButton,
  EMAIL,
  fillCode,
  openConfirmation,
  PHONE,
  press,
  resendButton,
  SCREENS,
  setUpConfirmTests,
  shownCode,
} from './testing/confirm-harness.tsx';

beforeEach(stopTime);
setUpConfirmTests();

const done = (): Response => Response.json({ success: true, message: 'ok' });
const alertText = () => screen.getByRole('alert').textContent;

it.each([
  ['email', EMAIL, 0, 'Confirmation code has been resent to your email', { email: EMAIL.email }],
  ['phone', PHONE, 1_000, 'SMS confirmation code has been resent to your phone', PHONE],
] as const)(
  'the countdown for the %s changes colours, and restarts after a code is sent again at 0',
  async (contact, state, shortestMs, text, sent) => {
    const { requestsTo } = await openConfirmation(contact, state, done);
    const expectLeft = (seconds: string, tone: string): void => {
      expect(screen.getByText(seconds, { exact: true }).style.color).toBe(`var(--bf-${tone})`);
      expect(resendButton()).toHaveProperty('disabled', true);
    };
    fireEvent.change(boxes()[0]!, { target: { value: '1' } });
    expectLeft('1:40', 'success');
    for (const [ms, seconds, tone] of [
      [79_000, '0:21', 'success'],
      [1_000, '0:20', 'device'],
      [9_000, '0:11', 'device'],
      [1_000, '0:10', 'error'],
      [9_000, '0:01', 'error'],
    ] as const) {
      await advanceTime(ms);
      expectLeft(seconds, tone);
    }
    await advanceTime(1_000);
    expect(screen.getByRole('timer').textContent.trim()).toBe('No code yet?');
    expect(resendButton()).toHaveProperty('disabled', false);
    expect(shownCode()).toBe('1___');

    await press(resendButton());
    if (shortestMs > 0) {
      await advanceTime(shortestMs - 1);
      expect(screen.queryByText(text)).toBeNull();
      await advanceTime(1);
    }
    expect(screen.getByText(text)).toBeDefined();
    expectLeft('1:40', 'success');
    expect(shownCode()).toBe('____');
    expect(document.activeElement).toBe(boxes()[0]);
    expect(requestsTo(`/auth/resend/${contact}`).map(({ body }) => body)).toEqual([sent]);
    await advanceTime(2_900);
    expect(screen.getByText(text)).toBeDefined();
    await advanceTime(200);
    expect(screen.queryByText(text)).toBeNull();
  },
);

/** After how long which path shows which text. */
type Stage = [afterMs: number, path: string, text: string];
it.each<[who: string, contact: 'email' | 'phone', state: object, stages: Stage[], arrivesWith: unknown]>([
  [
    'a user who came from sign-in',
    'email',
    { email: EMAIL.email, fromLogin: true },
    [
      [0, '/confirm-email', 'Email confirmed!'],
      [1_500, '/login', 'The screen /login'],
    ],
    { message: 'Email confirmed! Please log in to your account.', email: EMAIL.email },
  ],
  [
    'a user who registers',
    'email',
    EMAIL,
    [
      [0, '/confirm-email', 'Email confirmed!'],
      [1_500, '/confirm-email', 'SMS with phone verification code has been sent'],
      [2_000, '/confirm-phone', 'Confirm your phone'],
    ],
    EMAIL,
  ],
  [
    'a user who confirmed the phone number',
    'phone',
    EMAIL,
    [
      [0, '/confirm-phone', 'Account activated! Redirecting to login...'],
      [2_000, '/login', 'The screen /login'],
    ],
    { email: EMAIL.email },
  ],
])(
  'a right code leads %s to the next screens, each after its delay',
  async (_who, contact, state, stages, arrivesWith) => {
    const { location } = await openConfirmation(contact, state, done);
    await fillCode('1234');
    let before = '';
    for (const [afterMs, path, text] of stages) {
      if (afterMs > 0) {
        await advanceTime(afterMs - 1);
        expect(screen.getByText(before, { exact: true })).toBeDefined();
        await advanceTime(1);
      }
      expect(screen.getByText(text, { exact: true })).toBeDefined();
      expect(location().path).toBe(path);
      before = text;
    }
    expect(location().state).toEqual(arrivesWith);
  },
);

const REFUSALS: [text: string, answer: () => Response | Promise<Response>][] = [
  ['Invalid confirmation code format', () => refusal(400, 'x')],
  ['Invalid confirmation code. Please check and try again', () => refusal(401, 'x', 'wrong_code')],
  ['User not found. Please register again', () => refusal(404, 'x')],
  ['Server error. Please try again later', () => refusal(500, 'x')],
  ['The code has gone cold', () => refusal(410, 'The code has gone cold', 'code_expired')],
  ['Network error: Unable to connect to the server. Please check your internet connection and try again.', unreachable],
];
it.each(SCREENS)('shows why a code for the %s is rejected, or cannot be sent again', async (contact, state) => {
  let answer: () => Response | Promise<Response> = done;
  await openConfirmation(contact, state, () => answer());
  [, answer] = REFUSALS[0]!;
  await fillCode('1234');
  for (const [text, given] of REFUSALS) {
    answer = given;
    await press(confirmButton());
    expect(alertText()).toBe(text);
    expect(document.activeElement).toBe(boxes()[0]);
  }
  await advanceTime(101_000);
  const already = `${contact === 'email' ? 'Email' : 'Phone'} is already confirmed. You can proceed to login.`;
  for (const [text, given] of [
    [already, () => refusal(400, 'x', 'already_confirmed')],
    [already, () => Response.json({ error: 'Already confirmed' }, { status: 400 })],
    ['User not found. Please register again.', () => refusal(404, 'x')],
    ['Server error. Please try again later.', () => refusal(500, 'x')],
    ['Please wait a little', () => refusal(429, 'Please wait a little', 'rate_limited')],
  ] as const) {
    answer = given;
    await press(resendButton());
    await advanceTime(1_000);
    expect(alertText()).toBe(text);
  }
});
