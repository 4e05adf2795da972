import { activityHttp } from '@belfry/schemas/http/activity/activity';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aDevice, infoOf } from '../../../testing/device-factory.ts';
import { firstOf, on } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { answerWhere } from '../../../testing/where-factory.ts';
import { SpeakerDrawer } from './speaker-drawer.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SERIAL = '1111-2222-3333-4444';

it('is its name, its path and why it is as it is, then a line a player with play and volume; the rest is technical', async () => {
  const device = aDevice({ serial: SERIAL, name: 'Bakery', path: 'Brightwater / Harbour Market', company_id: 3 });
  await openPage(
    <SpeakerDrawer serial={SERIAL} onClose={vi.fn<() => void>()} />,
    firstOf(
      on(devicesHttp.info, () => infoOf(device)),
      on(whereHttp.find, ({ body }) => answerWhere(body)),
      on(activityHttp.list, () => ({ rows: [], next: null, needs: 0 })),
    ),
    { language: 'en' },
    { role: 'root' },
  );
  const drawer = within(await screen.findByRole('dialog', { name: /^Bakery/ }));
  expect(await drawer.findByText('Brightwater / Harbour Market')).toBeDefined();
  expect(drawer.getByText('All right: it is connected')).toBeDefined();
  for (const player of ['Voice', 'Music', 'Radio']) {
    expect(drawer.getByRole('slider', { name: `${player} volume` })).toBeDefined();
    expect(drawer.getByRole('button', { name: `Play ${player}` })).toBeDefined();
  }
  expect(drawer.getByText('Technical').closest('details')?.open).toBe(false);
  expect(drawer.getByText(SERIAL).closest('details')).not.toBeNull();
});
