import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { Role } from '@belfry/schemas/domain/roles';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTargetSources } from './targets-api.ts';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aUser } from '../../testing/profile-factory.ts';
import { aDevice } from '../../testing/device-factory.ts';
import { aMainCompany, serialOf, SHOPS } from '../../testing/tree-factory.ts';
import { TargetsPicker } from './targets-picker.tsx';
import { stubElementSize } from '../../testing/stub-element-size.ts';

beforeEach(() => stubElementSize(600));
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  vi.unstubAllGlobals();
});

const answer: Answer = ({ path }) => {
  if (path === '/company/main/companies') return Response.json([aMainCompany(1, { name: 'Main' })]);
  if (path === '/company/tree') return Response.json(SHOPS);
  if (path === '/group/list') return Response.json([{ id: 7, name: 'Tills', device_count: 2 }]);
  if (path === '/devices/user/email')
    return Response.json([aDevice({ serial: serialOf(8), name: 'Till', user_id: 1 })]);
  return undefined;
};

async function open(initial: TargetsInput = {}, given = answer, options: { role?: Role } = {}) {
  let chosen = initial;
  function Form() {
    const [value, setValue] = useState(initial);
    return (
      <TargetsPicker
        sources={useTargetSources({ ofOthers: true, action: 'say' })}
        value={value}
        onChange={(next) => {
          chosen = next;
          setValue(next);
        }}
      />
    );
  }
  const page = await openPage(<Form />, given, {}, options);
  return { ...page, chosen: () => chosen };
}

it('selects a node with all below it, and an exception below that', async () => {
  const { user, chosen } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'North' }));
  await user.click(screen.getByRole('button', { name: 'Show the places below North' }));
  expect(screen.getByRole('checkbox', { name: 'Shop 1' })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('checkbox', { name: 'Shop 1' }));
  expect(chosen()).toEqual({ nodes: [2], except: { nodes: [3] } });
  expect(screen.getByRole('checkbox', { name: 'Shop 1 excepted' })).toHaveProperty('checked', false);
  expect(screen.getByRole('checkbox', { name: 'Main' })).toHaveProperty('indeterminate', true);
});

it('finds a place below closed ones by its name, with its path', async () => {
  const { user, chosen } = await open();
  await screen.findByRole('checkbox', { name: 'Main' });
  await user.type(screen.getByRole('textbox', { name: 'Search places' }), 'till{Enter}');
  await user.click(await screen.findByRole('checkbox', { name: /^Till.*South.*Shop 2/ }));
  expect(chosen().nodes).toEqual([8]);
});

it('selects groups and devices, and excepts groups', async () => {
  const { user, chosen } = await open();
  await user.click(screen.getByRole('combobox', { name: 'Groups' }));
  await user.click(await screen.findByRole('option', { name: 'Tills' }));
  await user.click(screen.getByRole('combobox', { name: 'Devices' }));
  await user.click(await screen.findByRole('option', { name: `Till (${serialOf(8)})` }));
  await user.click(screen.getByRole('button', { name: 'Exceptions' }));
  await user.click(screen.getByRole('combobox', { name: 'Except groups' }));
  await user.click(await screen.findByRole('option', { name: 'Tills' }));
  expect(chosen()).toEqual({ groups: [7], devices: [serialOf(8)], except: { groups: [7] } });
});

it('keeps excepted nodes and groups when a device is excepted', async () => {
  const { user, chosen } = await open({ nodes: [1], except: { nodes: [2], groups: [7] } });
  await user.click(await screen.findByRole('combobox', { name: 'Except devices' }));
  await user.click(await screen.findByRole('option', { name: `Till (${serialOf(8)})` }));
  expect(chosen().except).toEqual({ nodes: [2], groups: [7], devices: [serialOf(8)] });
});

it('offers administrators the places of another owner, and begins a new choice', async () => {
  const { user, chosen } = await open(
    {},
    (call) => {
      if (call.path === '/admin/users') return Response.json([aUser({ id: 9, name: 'Ada', email: 'ada@x.test' })]);
      if (call.path === '/company/main/companies' && call.params['user_id'] === '9')
        return Response.json([aMainCompany(50, { name: 'Theirs' })]);
      const { company_id } = (call.body ?? {}) as { company_id?: number };
      if (call.path === '/company/tree' && company_id === 50)
        return Response.json([{ ...SHOPS[0], company_id: 50, name: 'Theirs' }]);
      return answer(call);
    },
    { role: 'admin' },
  );
  await user.click(await screen.findByRole('checkbox', { name: 'North' }));
  await user.click(screen.getByRole('combobox', { name: 'Owner' }));
  await user.click(await screen.findByRole('option', { name: 'Ada (ada@x.test)' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Theirs' }));
  expect(chosen().nodes).toEqual([50]);
});

it('offers no owners to others', async () => {
  await open();
  await screen.findByRole('checkbox', { name: 'Main' });
  expect(screen.queryByRole('combobox', { name: 'Owner' })).toBeNull();
});

it('shows why the places could not be loaded, and loads them again', async () => {
  let broken = true;
  const { user } = await open({}, (call) =>
    broken && call.path === '/company/tree' ? refusal(500, 'The database is away') : answer(call),
  );
  await screen.findByText('The database is away');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Main' })).toBeDefined());
});

it('rejects a tree that it cannot read', async () => {
  await open({}, (call) => (call.path === '/company/tree' ? Response.json([{ company_id: 'first' }]) : answer(call)));
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: 'North' })).toBeNull();
});
