import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { type WhereBody, whereHttp } from '@belfry/schemas/http/places/where';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type SavedPlace, savedPlacesHttp } from '@belfry/schemas/http/live-pages/saved-places';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aUser } from '../../testing/profile-factory.ts';
import { aPlaceItem, aSpeakerItem, aWhereAnswer } from '../../testing/where-factory.ts';
import { OnePlace } from './one-place.tsx';
import { Where } from './where.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const main = aPlaceItem(1, 'Brightwater', [], { loudspeakers: 128 });
const north = aPlaceItem(2, 'North', [main], { loudspeakers: 126 });
const harbour = aPlaceItem(3, 'Harbour Market', [main, north], { has_places: false });
const entrance = aSpeakerItem('1111-1111-1111-1111', 'Entrance', { company_id: 4, above: [main, north, harbour] });
const items = [main, north, harbour, entrance];

const answer = ({ text, below, targets }: Partial<WhereBody>) => {
  if (targets) {
    const named = new Set([...targets.nodes, ...targets.except.nodes]);
    const found = items.filter(
      ({ company_id, serial }) => named.has(company_id ?? 0) || targets.devices.includes(serial ?? ''),
    );
    return aWhereAnswer(found, { places: 41, loudspeakers: 126, online: 120 });
  }
  if (text !== undefined) return aWhereAnswer(text === 'har ent' ? [entrance] : []);
  return aWhereAnswer(items.filter(({ above }) => (above.at(-1) ?? null) === (below ?? null)));
};
const server = firstOf(on(whereHttp.find, ({ body }) => answer(whereHttp.find.body.parse(body))));

let last: TargetsInput = {};
function Page() {
  const [targets, setTargets] = useState<TargetsInput>({});
  const onChange = (changed: TargetsInput): void => {
    last = changed;
    setTargets(changed);
  };
  return <Where right="speak" value={targets} onChange={onChange} />;
}
const open = () => openPage(<Page />, server);

it('finds a loudspeaker by parts of its path, and shows it with its place and how much is chosen', async () => {
  const { user } = await open();
  await user.type(screen.getByRole('combobox', { name: 'Where' }), 'har ent');
  await user.click(await screen.findByRole('option', { name: /Entrance/ }));
  expect(await screen.findByText('Harbour Market / Entrance')).toBeDefined();
  expect(await screen.findByText('41 places, 126 loudspeakers')).toBeDefined();
  expect(last).toMatchObject({ devices: [entrance.serial] });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Where' }).value).toBe('');
});

it('says what is not found', async () => {
  const { user } = await open();
  await user.type(screen.getByRole('combobox', { name: 'Where' }), 'moon');
  expect(await screen.findByText('Nothing is called “moon”.')).toBeDefined();
});

it('opens the tree by keyboard; unticking below a chosen place is the exception', async () => {
  const { user } = await open();
  const field = screen.getByRole('combobox', { name: 'Where' });
  await user.click(field);
  await screen.findByRole('option', { name: /Brightwater/ });
  await user.keyboard('{ArrowDown}');
  await user.keyboard('{ArrowRight}');
  await screen.findByRole('option', { name: /North/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(last).toMatchObject({ nodes: [1] }));
  await user.click(screen.getByRole('option', { name: /North/ }));
  expect(last).toMatchObject({ nodes: [1], except: { nodes: [2] } });
  expect(await screen.findByText('Brightwater – all but North')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove Brightwater' }));
  expect(last).toMatchObject({ nodes: [], except: { nodes: [] } });
});

it('takes the last one away by Backspace', async () => {
  const { user } = await open();
  const field = screen.getByRole('combobox', { name: 'Where' });
  await user.type(field, 'har ent');
  await user.click(await screen.findByRole('option', { name: /Entrance/ }));
  await screen.findByText('Harbour Market / Entrance');
  await user.type(field, '{Backspace}');
  await waitFor(() => expect(last).toMatchObject({ devices: [] }));
});

describe('one place', () => {
  let chosen: number | null = null;
  function Report() {
    const [place, setPlace] = useState<number | null>(null);
    const onChange = (id: number | null): void => {
      chosen = id;
      setPlace(id);
    };
    return <OnePlace label="Place" value={place} onChange={onChange} />;
  }

  it('is replaced by another press, and is among the last ones afterwards', async () => {
    const { user } = await openPage(<Report />, server);
    const field = screen.getByRole('combobox', { name: 'Place' });
    await user.type(field, 'har ent');
    await user.click(await screen.findByRole('option', { name: /Entrance/ }));
    expect(chosen).toBe(4);
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: /^Brightwater/ }));
    expect(chosen).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Remove Brightwater' }));
    expect(chosen).toBeNull();
    await user.click(field);
    const recent = within(await screen.findByRole('group', { name: 'Recent' }));
    expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Brightwater',
      'Harbour Market / Entrance',
    ]);
  });

  it('is of one organisation for an administrator who has chosen that in the list', async () => {
    const anna = on(usersAdminHttp.list, () => [aUser({ id: 5, name: 'Anna', email: 'anna@x.test' })]);
    const { user, requestsTo } = await openPage(<Report />, firstOf(server, anna), {}, { role: 'admin' });
    await user.type(screen.getByRole('combobox', { name: 'Place' }), 'ann');
    await user.click(await screen.findByRole('option', { name: 'Anna (anna@x.test)' }));
    await waitFor(() => expect(requestsTo(whereHttp.find).at(-1)?.body).toEqual({ right: 'read', user_id: 5 }));
    await user.click(await screen.findByRole('option', { name: /^Only Anna/ }));
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Only Anna/ })).toBeNull());
  });
});

it('saves a selection by a star in the list, and forgets it by another', async () => {
  const targets = { nodes: [1], groups: [], devices: [], except: { nodes: [2], groups: [], devices: [] } };
  const sets: SavedPlace[] = [];
  const saved = firstOf(
    on(savedPlacesHttp.list, () => [...sets]),
    on(savedPlacesHttp.save, ({ body }) => {
      sets.push({ id: 7, name: body.name, targets });
      return Response.json(sets[0], { status: 201 });
    }),
    on(savedPlacesHttp.remove, ({ params }) => {
      sets.splice(0);
      expect(params).toEqual({ id: 7 });
      return null;
    }),
  );
  const { user } = await openPage(<Page />, firstOf(server, saved));
  const field = screen.getByRole('combobox', { name: 'Where' });
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: /North|Brightwater/ }));
  await user.click(await screen.findByRole('option', { name: 'Save “Brightwater”' }));
  const group = await screen.findByRole('group', { name: 'Saved' });
  await user.click(screen.getByRole('button', { name: 'Remove Brightwater' }));
  await user.click(await within(group).findByText('Brightwater'));
  await waitFor(() => expect(last).toMatchObject({ nodes: [1], except: { nodes: [2] } }));
  await user.click(field);
  await screen.findByTitle('Remove Brightwater from the saved ones');
  await user.keyboard('{ArrowDown}{ArrowDown}{Delete}');
  await waitFor(() => expect(sets).toEqual([]));
});
