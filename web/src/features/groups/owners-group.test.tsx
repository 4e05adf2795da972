import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { makeProfile } from '../../testing/profile-factory.ts';
import { OwnersGroup } from './owners-group.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const { time_zone: _zone, user_key: _key, opened_by: _nobody, ...fields } = makeProfile();
const ANNA = { ...fields, id: 5, companies: 0, name: 'Anna', email: 'anna@x.test', revision: 1 };

async function open(initial: number | null = null) {
  let chosen = initial;
  function Form() {
    const [value, setValue] = useState(initial);
    return (
      <OwnersGroup
        value={value}
        onChange={(next) => {
          chosen = next;
          setValue(next);
        }}
      />
    );
  }
  const page = await openPage(
    <Form />,
    ({ path, params }) => {
      if (path === '/admin/users') return Response.json([ANNA]);
      if (path !== '/group/list') return undefined;
      return Response.json([
        params['user_id'] === '5'
          ? { id: 8, name: 'Her tills', device_count: 1 }
          : { id: 7, name: 'My tills', device_count: 1 },
      ]);
    },
    {},
    { role: 'admin' },
  );
  return { ...page, chosen: () => chosen };
}

it('offers one’s own groups, and those of the person who is chosen', async () => {
  const { user, chosen } = await open();
  await screen.findByRole('option', { name: 'My tills' });
  await user.click(screen.getByRole('combobox', { name: 'Owner of the group' }));
  await user.click(await screen.findByRole('option', { name: 'Anna (anna@x.test)' }));
  await screen.findByRole('option', { name: 'Her tills' });
  expect(screen.queryByRole('option', { name: 'My tills' })).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Her tills');
  expect(chosen()).toBe(8);
});

it('forgets the group when another person is chosen', async () => {
  const { user, chosen } = await open(7);
  await screen.findByRole('option', { name: 'My tills' });
  await user.click(screen.getByRole('combobox', { name: 'Owner of the group' }));
  await user.click(await screen.findByRole('option', { name: 'Anna (anna@x.test)' }));
  expect(chosen()).toBeNull();
});
