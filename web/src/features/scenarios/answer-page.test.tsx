import { answersHttp } from '@belfry/schemas/http/scenarios/answers';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { AnswerPage } from './answer-page.tsx';

afterEach(cleanup);

it('asks somebody without an account, sends what they press, and corrects it with the secret of the answer', async () => {
  const { requestsTo, user } = await openPage(
    <AnswerPage />,
    firstOf(
      on(answersHttp.read, () => ({ title: 'Storm' })),
      on(answersHttp.send, ({ body }) =>
        body.answer === 'have_it'
          ? Response.json({ error: 'This was answered already.', code: 'conflict' }, { status: 409 })
          : { correction: 'mnpqrstuvwxy' },
      ),
    ),
    {},
    { address: '/a#abcdefghijkl' },
  );
  await user.type(await screen.findByRole('textbox', { name: 'Something to add' }), 'Cellar');
  await user.click(screen.getByRole('button', { name: 'I need help' }));
  expect(await screen.findByText(/^Thank you. Your answer was noted. You can change it for 15 minutes/)).toBeDefined();
  const sent = { token: 'abcdefghijkl', answer: 'help', text: 'Cellar' };
  expect(requestsTo(answersHttp.send)[0]?.body).toEqual(sent);
  await user.click(screen.getByRole('button', { name: 'I am safe' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'I am safe', pressed: true })).toBeDefined());
  expect(requestsTo(answersHttp.send)[1]?.body).toEqual({ ...sent, answer: 'safe', correction: 'mnpqrstuvwxy' });
  // The time for corrections has passed.
  await user.click(screen.getByRole('button', { name: 'I have it' }));
  expect(await screen.findByText('This was answered already.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'I am safe' })).toBeNull();
});

it('says of a link that was used that it was answered, and nothing else', async () => {
  await openPage(
    <AnswerPage />,
    on(answersHttp.read, () =>
      Response.json({ error: 'This was answered already.', code: 'conflict' }, { status: 409 }),
    ),
    {},
    { address: '/a#abcdefghijkl' },
  );
  expect(await screen.findByText('This was answered already.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'I need help' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Something to add' })).toBeNull();
});
