import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { baseApi } from '../../api/base-api.ts';
import { startI18n } from '../../lib/i18n.ts';
import { topics } from '@belfry/schemas/mqtt/topics';
import { askSelectedAudio, onTreeEvent, toggleAudio, unselectAudio } from '../../lib/tree-events.ts';
import { aNode, serialOf, SHOPS } from '../../testing/tree-factory.ts';
import { openTree } from './tree-harness.tsx';

beforeAll(startI18n);
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const refusal = (error: string) => () => Response.json({ error, code: 'conflict' }, { status: 409 });
const broken = () => new Response('', { status: 500 });
const UNBIND = '/devices/unbind/company/serial';
const EMPTY_SHOP = [...SHOPS, aNode(10, { parent_company_id: 6, name: 'Shop 3', type: 'Company' })];

it('asks before a delete, and forgets the question after 5 s or a click elsewhere', async () => {
  const { user, button, calledWith } = await openTree();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.click(button('Door', 'Delete')!);
  const asks = () => screen.queryByRole('button', { name: 'Yes' });
  expect(screen.getByText('Delete?')).toBeDefined();
  await later(4_900);
  expect(asks()).not.toBeNull();
  await later(200);
  expect(asks()).toBeNull();
  await user.click(button('Door', 'Delete')!);
  await user.click(document.body);
  expect(asks()).toBeNull();
  expect(calledWith('DELETE', '/company/delete')).toEqual([]);
});

it('asks on a card before it deletes a company, which goes away by itself', async () => {
  const { user, button, row, rows, calledWith } = await openTree({ nodes: EMPTY_SHOP });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const card = () => screen.queryByRole('dialog', { name: 'Delete Shop 3' });
  await user.click(button('Shop 3', 'Delete')!);
  expect(card()?.textContent).toContain('Confirm DeletionDelete the company Shop 3?');
  await later(5_100);
  expect(card()).toBeNull();
  await user.click(button('Shop 3', 'Delete')!);
  await user.click(document.body);
  expect(card()).toBeNull();
  await user.click(button('Shop 3', 'Delete')!);
  await user.click(within(card()!).getByRole('button', { name: 'Yes' }));
  await vi.waitFor(() => expect(rows()).not.toContain('Shop 3'));
  expect(calledWith('DELETE', '/company/delete')).toEqual([{ company_id: 10, user_id: 1 }]);
  await vi.waitFor(() => expect(document.activeElement).toBe(row('South')));
});

it('unbinds a device before it deletes its node, and only logs where that fails', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue();
  const { user, button, rows, row, calls, replies } = await openTree();
  const remove = async (name: string): Promise<void> => {
    await user.click(button(name, 'Delete')!);
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await vi.waitFor(() => expect(rows()).not.toContain(name));
  };
  await remove('Door');
  await vi.waitFor(() => expect(document.activeElement).toBe(row('Shop 1')));
  const sent = calls.filter(({ path }) => path === UNBIND || path === '/company/delete');
  expect(sent).toEqual([
    { method: 'POST', path: UNBIND, body: { serial: serialOf(4) } },
    { method: 'DELETE', path: '/company/delete', body: { company_id: 4, user_id: 1 } },
  ]);
  expect(logged).not.toHaveBeenCalled();
  replies[`POST ${UNBIND}`] = broken;
  await remove('Hall');
  expect(logged).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).toBeNull();
  await remove('Screen');
  expect(logged).toHaveBeenCalledOnce();
});

it('says nothing of a delete that fails, and shows what the server has', async () => {
  const { user, button, rows, calledWith } = await openTree({ replies: { 'DELETE /company/delete': broken } });
  await user.click(button('Screen', 'Delete')!);
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await vi.waitFor(() => expect(calledWith('POST', '/company/tree')).toHaveLength(2));
  expect(rows()).toContain('Screen');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('deletes nothing without a key', async () => {
  const { user, button, calledWith } = await openTree();
  sessionStorage.removeItem('user_key');
  await user.click(button('Screen', 'Delete')!);
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(calledWith('DELETE', '/company/delete')).toEqual([]);
  await user.click(button('Screen', 'Edit')!);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('alert').textContent).toBe('Не авторизован');
});

it('edits a company in place: what is needed, what is too much, what the server says', async () => {
  const { user, button, calledWith, replies } = await openTree();
  await user.click(button('Shop 1', 'Edit')!);
  const form = screen.getByRole('form', { name: 'Edit Company' });
  const field = (name: string) => within(form).getByRole<HTMLInputElement>('textbox', { name });
  const save = within(form).getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(document.activeElement).toBe(field('Name'));
  expect([field('Name').maxLength, field('Description').maxLength]).toEqual([20, 30]);
  await user.clear(field('Name'));
  expect(save.disabled).toBe(true);
  await user.type(field('Name'), 'Shop of the town');
  await user.clear(field('Street'));
  await user.click(save);
  expect(within(form).getByText('Name takes 15 characters at most')).toBeDefined();
  expect(within(form).getByText('Street is required')).toBeDefined();
  expect(document.activeElement).toBe(field('Name'));
  expect(calledWith('PUT', '/company')).toEqual([]);

  await user.clear(field('Name'));
  await user.type(field('Name'), 'Shop 1a');
  await user.type(field('Street'), 'Sea');
  replies['PUT /company'] = refusal('Another one has this name');
  await user.click(save);
  await vi.waitFor(() => expect(within(form).getByRole('alert').textContent).toBe('Another one has this name'));
  replies['PUT /company'] = broken;
  await user.click(save);
  await vi.waitFor(() => expect(within(form).getByRole('alert').textContent).toBe('Ошибка обновления'));
  expect(field('Name').value).toBe('Shop 1a');

  delete replies['PUT /company'];
  await user.click(save);
  await vi.waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(calledWith('PUT', '/company').at(-1)).toMatchObject({
    company_id: 3,
    user_id: 1,
    type: 'Company',
    name: 'Shop 1a',
    city: 'Kyiv',
    street: 'Sea',
    house: '1',
    zip: null,
  });
});

it('shows the serial and the inherited address of a device, and asks for none', async () => {
  const { user, button } = await openTree();
  await user.click(button('Door', 'Edit')!);
  const form = screen.getByRole('form', { name: 'Edit Device' });
  const serial = within(form).getByRole<HTMLInputElement>('textbox', { name: 'Serial' });
  expect([serial.value, serial.readOnly, serial.maxLength]).toEqual([serialOf(4), true, 19]);
  expect(within(form).getByText('Inherited address: Main 1, Kyiv')).toBeDefined();
  expect(within(form).queryByRole('textbox', { name: 'City' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('form')).toBeNull();
});

it('asks before it throws away what was typed', async () => {
  const { user, button } = await openTree();
  await user.click(button('North', 'Edit')!);
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'cold');
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Description' }).value).toBe('cold');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('form')).toBeNull();
});

it('edits an element without a location', async () => {
  const { user, button } = await openTree();
  await user.click(button('North', 'Edit')!);
  const names = within(screen.getByRole('form', { name: 'Edit Element' })).getAllByRole('textbox');
  expect(names).toHaveLength(2);
});

it('adds another main company, or says why not', async () => {
  const { user, calledWith, replies } = await openTree({ replies: { 'POST /company/main/add': broken } });
  await user.click(screen.getByRole('button', { name: 'Add Main Company' }));
  const form = screen.getByRole('form', { name: 'Add Main Company' });
  const add = within(form).getByRole<HTMLButtonElement>('button', { name: 'Add' });
  expect(add.disabled).toBe(true);
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'A name that is too long');
  await user.click(add);
  await vi.waitFor(() => expect(within(form).getByRole('alert').textContent).toBe('Ошибка добавления'));
  delete replies['POST /company/main/add'];
  await user.click(add);
  await vi.waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(calledWith('POST', '/company/main/add').at(-1)).toEqual({
    name: 'A name that is',
    description: null,
    user_id: 1,
  });
});

it('fades for 200 ms after an edit, opens the way, and marks the node 400 ms later', async () => {
  const { user, button, row } = await openTree();
  const fading = () => document.querySelector('[data-fading]') !== null;
  const marked = () => document.querySelector('[data-highlighted]')?.getAttribute('aria-label') ?? null;
  await user.click(button('Door', 'Edit')!);
  await user.click(button('Shop 1', 'Close')!);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 });
  fireEvent.submit(screen.getByRole('form'));
  await vi.waitFor(() => expect(screen.queryByRole('form')).toBeNull(), { interval: 1 });
  expect(fading()).toBe(true);
  expect(sessionStorage.getItem('companyTree:scrollToNode')).toBe('4');
  await later(250);
  expect([fading(), row('Door') !== null, marked()]).toEqual([false, true, null]);
  await later(400);
  expect(marked()).toBe('Door, Device');
  expect(sessionStorage.getItem('companyTree:scrollToNode')).toBeNull();
  await later(3_100);
  expect(marked()).toBeNull();
});

it('arrives at a node after a reload of the page', async () => {
  sessionStorage.setItem('companyTree:scrollToNode', '8');
  sessionStorage.setItem('companyTree:openNodes', JSON.stringify({ 1: { 6: false } }));
  const { rows } = await openTree();
  await vi.waitFor(() => expect(rows()).toContain('Till'));
  await vi.waitFor(() => expect(sessionStorage.getItem('companyTree:scrollToNode')).toBeNull());
});

it('talks with its neighbours by events', async () => {
  const heard: string[][] = [];
  const undo = onTreeEvent('selectedAudio', (devices) => heard.push(devices.map(({ name }) => name)));
  const { user, box, unmount } = await openTree();
  await user.click(box('Shop 1'));
  expect(heard.at(-1)).toEqual(['Door', 'Hall']);
  const till = { ...aNode(8), name: 'Till' };
  act(() => toggleAudio([till]));
  expect(heard.at(-1)).toEqual(['Door', 'Hall', 'Till']);
  act(() => unselectAudio([till, aNode(4)]));
  expect(heard.at(-1)).toEqual(['Hall']);
  const before = heard.length;
  act(() => askSelectedAudio());
  expect(heard.slice(before)).toEqual([['Hall']]);
  unmount();
  expect(heard.at(-1)).toEqual([]);
  undo();
});

it('shows what a device says of itself while its row is seen', async () => {
  const { broker, row } = await openTree();
  const status = (name: string) => row(name).querySelector('[data-status]')?.getAttribute('data-status');
  expect(['Door', 'Hall', 'Screen'].map(status)).toEqual(['online', 'offline', 'unbound']);
  await vi.waitFor(() => expect(broker.log.join()).toContain(topics.status(serialOf(5))));
  const at = '2026-01-01T00:00:00Z';
  act(() =>
    broker.say(topics.status(serialOf(5)), {
      status: 'maintenance',
      device_version: '2',
      hostname: 'h',
      ip: '1.1.1.1',
      at,
    }),
  );
  await vi.waitFor(() => expect(status('Hall')).toBe('maintenance'));
});

it.each([
  ['/', 'Ошибка обновления дерева'],
  ['/?view=devices', 'Ошибка обновления списка'],
])('says at %s that it could not be refreshed, and keeps what it has', async (path, text) => {
  const { user, replies } = await openTree({ path });
  replies['POST /company/tree'] = broken;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(screen.getByText('Door')).toBeDefined();
  delete replies['POST /company/tree'];
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }));
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('says in a red banner that the tree did not load, also when it comes by itself', async () => {
  const { store, replies } = await openTree();
  replies['POST /company/tree'] = broken;
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Company'])));
  expect((await screen.findByRole('alert')).textContent).toContain('Ошибка загрузки дерева!!!');
  expect(screen.getByText('Door')).toBeDefined();
  cleanup();
  await openTree({ replies: { 'POST /company/tree': broken }, ready: 'alert' });
  expect(screen.getByRole('alert').textContent).toContain('Ошибка загрузки дерева!!!');
});

it('keeps what was typed when the element is deleted elsewhere', async () => {
  const { user, row, button, replies, store } = await openTree();
  await user.click(row('Shop 1'));
  await user.click(button('Shop 1', 'Edit')!);
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await user.type(name, 'X');
  const typed = (name as HTMLInputElement).value;
  replies['POST /company/tree'] = () =>
    Response.json(SHOPS.filter(({ company_id }) => ![3, 4, 5].includes(company_id)));
  store.dispatch(baseApi.util.invalidateTags(['Company']));
  expect((await screen.findByRole('alert')).textContent).toContain('This was deleted meanwhile');
  expect(name).toHaveProperty('value', typed);
  expect(screen.queryByRole('treeitem', { name: /^Shop 1/ })).toBeNull();
});
