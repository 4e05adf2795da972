import type { Voice } from '@belfry/schemas/http/speech/voices';
import { screen } from '@testing-library/react';
import type { Call } from '../../../../testing/fake-server.ts';
import { advanceTime } from './catalogue-harness.tsx';
import { openCatalogue } from './fake-catalogue.tsx';

export const NAME = 'ru-RU-Standard-A';
export const CREATE = `/users/voice/${NAME}`;
export const DELETE = `/voices/voice/${NAME}`;
export const making = () => Response.json({ success: true, error: null, sample_state: 'creating' });

/** The catalogue with these voices; `looks` counts the checks of the first one, besides loading the page. */
export async function open(voices: Voice[], answer?: (call: Call) => Response | Promise<Response> | undefined) {
  const page = openCatalogue({ voices, answer });
  await advanceTime(50);
  const checks = () => page.requestsTo('/voices/voices').filter(({ params }) => params['q'] === NAME).length;
  return { ...page, checks };
}

export const waiting = () => screen.queryByRole('status', { name: /^(Creating|Deleting) the sample$/ });
