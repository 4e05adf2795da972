import type { SampleOrganisation } from '@belfry/schemas/http/sample-organisation';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { writeSession, type Session } from '../../lib/session/session-store.ts';
import { refusal, stubServer } from '../../testing/fake-server.ts';
import { createTestStore, renderPage } from '../../testing/render-page.tsx';
import { SampleOrganisationGroup, SampleOrganisationLine } from './sample-organisation-group.tsx';

beforeEach(startI18n);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PRESENT: SampleOrganisation = { present: true, elements: 34, devices: 20, groups: 3, favorites: 1, kept: 2 };

function open(role: Session['role'], sample = PRESENT, element = <SampleOrganisationGroup />) {
  const server = { sample, refuses: false };
  const { requestsTo } = stubServer(({ method }) => {
    if (method === 'GET') return Response.json(server.sample);
    if (server.refuses) return refusal(429, 'A large operation of yours is still running.');
    server.sample = { ...server.sample, present: false };
    return Response.json(server.sample);
  });
  writeSession({ user_id: 1, role }, 'key');
  renderPage(element, { store: createTestStore({ session: { user_id: 1, role } }), toasts: true });
  return { user: userEvent.setup(), requestsTo, server };
}
const button = () => screen.findByRole('button', { name: 'Remove the sample organisation' });

it('states what a removal deletes and keeps, and disappears with it', async () => {
  const { user, requestsTo } = open('admin');
  await user.click(await button());
  const dialog = screen.getByRole('dialog', { name: 'Remove the sample organisation?' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['34 companies, elements and device places', '3 groups', '1 favorite voice']);
  expect(dialog.textContent).toContain('20 devices are unbound and stay with their owner.');
  expect(dialog.textContent).toContain('2 elements stay, because something was added to them.');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sample organisation' })).toBeNull());
  expect(requestsTo('/sample-organisation', 'DELETE')).toHaveLength(1);
});

it('says on Home that its places are samples, and leads from them to the set-up', async () => {
  const { user, requestsTo } = open('root', PRESENT, <SampleOrganisationLine />);
  await user.click(await screen.findByRole('button', { name: 'Start with your own' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText(/^These are sample places/)).toBeNull());
  expect(requestsTo('/sample-organisation', 'DELETE')).toHaveLength(1);
});

it('shows why it was not removed, and stays', async () => {
  const { user, server } = open('root');
  server.refuses = true;
  await user.click(await button());
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect((await screen.findByRole('alert')).textContent).toBe('A large operation of yours is still running.');
});

it('changes nothing when the question is cancelled', async () => {
  const { user, requestsTo } = open('root');
  await user.click(await button());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(requestsTo('/sample-organisation', 'DELETE')).toEqual([]);
});

it('is not shown, and sends no request, for users', async () => {
  const { requestsTo } = open('user');
  await Promise.resolve();
  expect(screen.queryByRole('region')).toBeNull();
  expect(requestsTo('/sample-organisation')).toEqual([]);
});

it('is not shown where there is none', async () => {
  const { requestsTo } = open('root', { ...PRESENT, present: false });
  await waitFor(() => expect(requestsTo('/sample-organisation')).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});
