import type { Role } from '@belfry/schemas/domain/roles';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { startI18n } from '../lib/i18n.ts';
import { writeSession } from '../lib/session/session-store.ts';
import { stubServer, type Answer } from './fake-server.ts';
import { renderPage } from './render-page.tsx';

/**
 * For component tests: renders an element in a page of user 1 with a fake server.
 * @param stored local storage of an earlier visit
 */
export async function openPage(
  element: ReactNode,
  answer: Answer,
  stored: Record<string, unknown> = {},
  { role = 'user', address = '/' }: { role?: Role; address?: string } = {},
) {
  // An autosize text area listens to `document.fonts`, which happy-dom lacks.
  Object.assign(document, { fonts: new EventTarget() });
  sessionStorage.clear();
  localStorage.clear();
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, JSON.stringify(value));
  writeSession({ user_id: 1, role }, 'key');
  await startI18n();
  const server = stubServer(answer);
  return {
    ...renderPage(element, { address }),
    ...server,
    // No delay between key presses.
    user: userEvent.setup({ delay: null }),
  };
}
