import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answering, edit, field, LISTS, press, setUpElementForm, SHOP } from './element-form-harness.tsx';
import { aCompanyInfo } from '../../../testing/tree-factory.ts';

setUpElementForm();

const OWN = { value: 30, source_company_id: SHOP.company_id };
const STORED = { ...(LISTS['/company/effective/3'] as object), volume_max: OWN };

it('a setting that is inherited names its source, and one of its own can be inherited again', async () => {
  const { user, requestsTo } = await edit({ ...SHOP, parent_company_id: 1 }, (call) =>
    call.path === '/company/effective/3'
      ? Response.json(STORED)
      : answering('/company', () => Response.json(aCompanyInfo(SHOP)))(call),
  );
  expect(await screen.findByText('Own value')).toBeDefined();
  expect(screen.getAllByText('The default, which nobody above has changed')).toHaveLength(7);
  expect(screen.getByRole('slider', { name: 'Volume limit' }).getAttribute('aria-valuenow')).toBe('30');
  await user.click(press('Use inherited: Volume limit'));
  expect(screen.getByRole('slider', { name: 'Volume limit' }).getAttribute('aria-valuenow')).toBe('60');
  expect(screen.getByText(/^Inherited from/)).toBeDefined();
  await user.click(press('Add quiet hours'));
  await user.click(press('Save Changes'));
  await waitFor(() => expect(requestsTo('/company')).toHaveLength(1));
  const body = requestsTo('/company')[0]?.body;
  expect(body).toMatchObject({
    volume_max: null,
    quiet_hours: [{ from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5, 6, 7] }],
  });
  expect(body).not.toHaveProperty('time_zone');
  expect(body).not.toHaveProperty('default_voice');
});

it('responsible people are edited in a dialog of their own', async () => {
  const { user, requestsTo } = await edit(SHOP, ({ path, method }) => {
    if (path !== '/company/responsible/3') return undefined;
    const people = { company_id: 3, inherited: true, source_company_id: 1, source_name: 'Head office' };
    if (method === 'PUT') return Response.json({ ...people, people: [] });
    return Response.json({ ...people, people: [{ name: 'Boss', email: 'b@x.test', phone: null, language: 'en' }] });
  });
  await user.click(press('Responsible people'));
  expect(await screen.findByText(/^Inherited from Head office: Boss/)).toBeDefined();
  await user.click(press('Add a person'));
  await user.click(press('Save'));
  expect(screen.getByText('Enter an email address or a phone number')).toBeDefined();
  expect(requestsTo('/company/responsible/3').filter(({ method }) => method === 'PUT')).toEqual([]);
  const names = screen.getAllByRole('textbox', { name: 'Name' });
  await user.type(names[names.length - 1] ?? field('Name'), 'Anna');
  await user.type(field('Phone'), '+371 26123456');
  await user.click(press('Save'));
  await waitFor(() =>
    expect(requestsTo('/company/responsible/3').find(({ method }) => method === 'PUT')?.body).toEqual({
      people: [{ name: 'Anna', email: null, phone: '+371 26123456', language: 'en' }],
    }),
  );
});

it('a responsible person who has not confirmed is marked, and can be asked again', async () => {
  const person = { name: 'Boss', email: 'b@x.test', phone: '+37126123456', language: 'ru' };
  const { user, requestsTo } = await edit(SHOP, ({ path, params }) => {
    if (path === '/recipients/ask') return Response.json({ success: true, message: 'x' });
    if (path === '/recipients/state') {
      return Response.json({
        ...params,
        known: true,
        confirmed: params.recipient === person.email,
        requested_at: null,
      });
    }
    if (path !== '/company/responsible/3') return undefined;
    return Response.json({
      company_id: 3,
      inherited: false,
      source_company_id: 3,
      source_name: 'Shop',
      people: [person],
    });
  });
  await user.click(press('Responsible people'));
  await user.click(await screen.findByRole('button', { name: 'Ask again' }));
  expect(await screen.findByText('Was asked to confirm')).toBeDefined();
  expect(requestsTo('/recipients/ask').map(({ body }) => body)).toEqual([{ recipient: person.phone, language: 'ru' }]);
});
