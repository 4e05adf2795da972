import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readSavedLogin } from '../../../lib/session/sign-in-state.ts';
import { refusal, unreachable } from '../../../testing/fake-server.ts';
import { advanceTime, stopTime } from '../../../testing/fake-time.ts';
import {
  callingCodeButton,
  countryButton,
  createButton,
  expectCountry,
  field,
  fillRegistration,
  openRegistration,
  pick,
  REGISTRATION,
  setUpRegisterTests,
  type,
} from './testing/register-harness.tsx';

setUpRegisterTests();

it('checks the rules in order, with the focus on the invalid field; a message disappears after 15 s', async () => {
  stopTime();
  const { requestsTo } = await openRegistration({ locate: unreachable });
  await advanceTime(0);
  const submit = async (): Promise<void> => {
    createButton().focus();
    await act(async () => void fireEvent.click(createButton()));
  };
  const [cookies, personal] = screen.getAllByRole('checkbox');
  const steps: [text: string, focused: () => HTMLElement | undefined, mend: () => unknown][] = [
    ['Name must be at least 2 characters long', () => field('Name'), () => type('Name', 'An')],
    ['Email is required', () => field('Email'), () => type('Email', 'an@')],
    ['Please enter a valid email address', () => field('Email'), () => type('Email', 'an@belfry.test')],
    ['Phone number is required', () => field('Phone'), () => type('Phone', '123456')],
    ['Please enter a valid phone number (7-12 digits)', () => field('Phone'), () => type('Phone', '(916) 123-45-67')],
    ['Country is required', countryButton, () => pick(countryButton(), 'fr')],
    ['Password must be at least 6 characters long', () => field('Password'), () => type('Password', 'abcdef')],
    [
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      () => field('Password'),
      () => type('Password', 'Abcdef1'),
    ],
    ['Passwords do not match', () => field('Confirm password'), () => type('Confirm password', 'Abcdef1')],
    ['Please accept the use of cookies', () => cookies, () => fireEvent.click(cookies!)],
  ];
  for (const [text, focused, mend] of steps) {
    await submit();
    expect(screen.getByText(text, { exact: true })).toBeDefined();
    expect(document.activeElement).toBe(focused());
    mend();
  }
  const last = 'Please accept the use of your personal data';
  await submit();
  expect(document.activeElement).toBe(personal);
  await advanceTime(14_999);
  expect(screen.getByText(last)).toBeDefined();
  await advanceTime(1);
  expect(screen.queryByText(last)).toBeNull();
  expect(requestsTo('/auth/register')).toEqual([]);
});

it('shows how strong the password is, whether both match, and where to sign in', async () => {
  const { user } = await openRegistration();
  await expectCountry('Germany');
  for (const [typed, word, tone] of [
    ['abc', 'Weak', 'error'],
    ['abcdef1', 'Medium', 'device'],
    ['Abcdefg1', 'Strong', 'success'],
  ] as const) {
    type('Password', typed);
    expect(screen.getByText(word, { exact: true }).style.color).toBe(`var(--bf-${tone})`);
  }
  type('Confirm password', 'Abcdefg');
  expect(screen.getByText('Passwords do not match')).toBeDefined();
  type('Confirm password', 'Abcdefg1');
  expect(screen.getByText('Passwords match')).toBeDefined();
  expect(screen.queryByText('Passwords do not match')).toBeNull();
  for (const consent of [
    'I agree to the use of cookies',
    'I agree that my personal data is used only in my own interests and is not passed to third parties',
  ]) {
    expect(screen.getByLabelText(consent)).toHaveProperty('checked', false);
  }
  await user.click(screen.getByText('Already registered? Log in'));
  await screen.findByText('The screen /login');
});

it('sends the values, saves the credentials for sign-in, and keeps the input for the way back', async () => {
  const { requestsTo, location, router } = await openRegistration({
    register: () => Response.json({ user_id: 7, message: 'ok' }, { status: 201 }),
  });
  await expectCountry('Germany');
  fillRegistration();
  fireEvent.click(createButton());
  await screen.findByText('The screen /confirm-email');
  expect(location().state).toEqual({
    email: REGISTRATION.email,
    phone: `+7${REGISTRATION.phone}`,
    userId: 7,
    fromLogin: false,
  });
  expect(requestsTo('/auth/register').map(({ body }) => body)).toEqual([
    expect.objectContaining({
      name: REGISTRATION.name,
      email: REGISTRATION.email,
      phone: `+7${REGISTRATION.phone}`,
      password: REGISTRATION.password,
      country: 'Russia',
      country_code: 'RU',
      city: 'Berlin',
      lang: 'en',
      // The region was detected for another country.
      region: null,
    }),
  ]);
  expect(readSavedLogin()).toEqual({ email: REGISTRATION.email, password: REGISTRATION.password });
  await act(() => router.navigate('/register'));
  expect(field('Email').value).toBe(REGISTRATION.email);
  expect(field('Name').value).toBe(REGISTRATION.name);
  expect(field('Confirm password').value).toBe(REGISTRATION.password);
  expect(callingCodeButton().textContent).toBe('+7');
  await waitFor(() => expect(countryButton().textContent).toBe('Russia'));
});

it('shows a specific text for every error, with the focus on the field that it is about, and keeps the input', async () => {
  let answer: () => Response | Promise<Response> = () => refusal(500);
  await openRegistration({ register: () => answer() });
  await expectCountry('Germany');
  fillRegistration();
  const page = (status: number, body: string) => () => new Response(body, { status });
  const cases: [text: string, answer: () => Response | Promise<Response>, focused?: string][] = [
    ['Email address is already registered or invalid', () => refusal(400, 'Bad email'), 'Email'],
    ['Phone number is already registered or invalid', () => refusal(400, 'Bad phone'), 'Phone'],
    ['All required fields must be filled', () => refusal(400, 'Name is required')],
    ['Please check your input data and try again', () => refusal(400, 'Validation failed')],
    ['User with this email or phone number already exists', () => refusal(409, 'x', 'user_exists'), 'Email'],
    ['Invalid input data format. Please check your information and try again', () => refusal(422, 'x')],
    ['Too many registration attempts. Please try again in 5 minutes', () => refusal(429, 'x', 'rate_limited')],
    [
      'Database connection error. Please try again in a few minutes.',
      () => Response.json({ error: 'Database away' }, { status: 500 }),
    ],
    ['Internal server error. Please try again later.', () => refusal(500)],
    [
      'Gateway error. The server is temporarily unavailable. Please try again in a few minutes.',
      () => refusal(502, 'x'),
    ],
    ['Service temporarily unavailable. Please try again in a few minutes.', () => refusal(503, 'x')],
    ['Server timeout. Please check your internet connection and try again.', () => refusal(504, 'x')],
    ['The server is temporarily unavailable. Please try again in a few minutes.', page(502, '<h1>502')],
    ['The registration service was not found. Please try again later.', page(404, '<h1>404 Not Found')],
    ['The server returned an invalid response. Please try again later.', page(200, 'hello')],
    ['Unexpected response format from server', () => Response.json({})],
    [
      'Network error: Unable to connect to the server. Please check your internet connection and try again.',
      unreachable,
    ],
  ];
  for (const [text, given, focused] of cases) {
    answer = given;
    createButton().focus();
    fireEvent.click(createButton());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
    const taken = screen.queryByText(/^Is this your account/) !== null;
    expect([text, taken]).toEqual([text, text === 'User with this email or phone number already exists']);
    if (focused !== undefined) await waitFor(() => expect(document.activeElement).toBe(field(focused)));
    if (!taken) continue;
    expect(screen.getByText('set a new password').getAttribute('href')).toBe('/forgot-password');
    expect(screen.getByText('Log in', { exact: true }).getAttribute('href')).toBe('/login');
  }
  expect(field('Name').value).toBe(REGISTRATION.name);
  expect(field('Confirm password').value).toBe(REGISTRATION.password);
});

it('is locked while the account is created, and the page warns before unsaved input is lost', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { requestsTo } = await openRegistration({ register: () => promise });
  await expectCountry('Germany');
  const leave = (): boolean => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  fillRegistration();
  expect(leave()).toBe(true);
  fireEvent.click(createButton());
  expect((await screen.findByText('Creating your account')).closest('output')).not.toBeNull();
  const fields = field('Name').closest('fieldset')!;
  expect(fields.disabled).toBe(true);
  expect(fields.contains(createButton())).toBe(true);
  expect(leave()).toBe(true);
  await act(async () => void fireEvent.submit(fields.closest('form')!));
  resolve(refusal(500));
  await screen.findByRole('alert');
  expect(fields.disabled).toBe(false);
  expect(screen.queryByText('Creating your account')).toBeNull();
  expect(requestsTo('/auth/register')).toHaveLength(1);
});
