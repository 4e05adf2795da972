import { act, cleanup, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it } from 'vitest';
import { LOCAL_KEYS } from '../../../lib/storage.ts';
import { DEFAULT_FILTERS, deviceAddress, type DeviceFilters, useDeviceFilters } from './device-filter-values.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const remember = (filters: Partial<DeviceFilters>) => {
  const query = deviceAddress.write(new URLSearchParams(), { ...DEFAULT_FILTERS, ...filters }, 1).toString();
  localStorage.setItem(LOCAL_KEYS.deviceFilters, JSON.stringify(query));
};
const remembered = (): unknown => {
  const query: unknown = JSON.parse(localStorage.getItem(LOCAL_KEYS.deviceFilters) ?? 'null');
  return deviceAddress.read(new URLSearchParams(String(query))) ?? DEFAULT_FILTERS;
};

function open(address: string) {
  const hook: { current?: ReturnType<typeof useDeviceFilters> } = {};
  function Page() {
    const filters = useDeviceFilters();
    useLayoutEffect(() => {
      hook.current = filters;
    });
    return null;
  }
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return {
    router,
    search: () => router.state.location.search,
    now: () => hook.current!,
    does: (work: (filters: ReturnType<typeof useDeviceFilters>) => void) => act(async () => work(hook.current!)),
  };
}

it('restores the stored filters when the address has none, and writes them there', async () => {
  remember({ status: 'offline', page_size: 24 });
  const page = open('/devices');
  expect(page.now().filters).toMatchObject({ status: 'offline', page_size: 24 });
  await act(async () => undefined);
  expect(page.search()).toBe('?status=offline&page_size=24');
});

it('prefers the address to the stored filters', async () => {
  remember({ status: 'offline' });
  const page = open('/devices?mode=new');
  await act(async () => undefined);
  expect(page.now().filters).toEqual({ ...DEFAULT_FILTERS, mode: 'new' });
  expect(remembered()).toEqual({ ...DEFAULT_FILTERS, mode: 'new' });
});

it('opens the first page after any change, and stores the filters', async () => {
  const page = open('/devices?page=3&q=x');
  expect(page.now().page).toBe(3);
  await page.does(({ change }) => change({ status: 'online' }));
  expect(page.now()).toMatchObject({ page: 1, filters: { status: 'online', q: 'x' } });
  expect(remembered()).toMatchObject({ status: 'online', q: 'x' });
});

it('keeps other parameters of the address', async () => {
  const page = open('/devices?device=1234-5678-9012-3456');
  await page.does(({ goTo }) => goTo(2));
  expect(page.search()).toBe('?device=1234-5678-9012-3456&page=2');
});

it('clears the address and the stored filters on reset', async () => {
  const page = open('/devices?status=online&page=2');
  await page.does(({ reset }) => reset());
  expect(page.search()).toBe('');
  expect(remembered()).toEqual(DEFAULT_FILTERS);
});

it('stores what is chosen before it is rendered, since the page may be loaded again at once', async () => {
  const page = open('/devices?status=online');
  await page.does(({ reset }) => {
    reset();
    expect(remembered()).toEqual(DEFAULT_FILTERS);
  });
});

it('is not filtered again by Back to an address without filters', async () => {
  const page = open('/devices');
  await page.does(({ change }) => change({ status: 'online' }));
  await act(async () => page.router.navigate(-1));
  expect(page.search()).toBe('');
  expect(page.now().filters).toEqual(DEFAULT_FILTERS);
});

it('keeps every filter when a link leads to the open page without filters', async () => {
  const page = open('/devices?q=x&page_size=4');
  await act(async () => page.router.navigate('/devices'));
  expect(page.now().filters).toEqual({ ...DEFAULT_FILTERS, q: 'x', page_size: 4 });
  expect(page.search()).toBe('?q=x&page_size=4');
  expect(remembered()).toEqual({ ...DEFAULT_FILTERS, q: 'x', page_size: 4 });
});

it('does not filter again when another parameter changes after a reset', async () => {
  const page = open('/devices?status=online');
  await page.does(({ reset }) => reset());
  remember({ status: 'offline' });
  await act(async () => page.router.navigate('/devices?device=1234-5678-9012-3456'));
  expect(page.now().filters).toEqual(DEFAULT_FILTERS);
});

it('keeps both filters when the second is chosen before the first is rendered', async () => {
  const page = open('/devices?status=online');
  await page.does(({ change }) => {
    change({ status: 'all' });
    change({ mode: 'blocked' });
  });
  expect(page.now().filters).toEqual({ ...DEFAULT_FILTERS, mode: 'blocked' });
  expect(page.search()).toBe('?mode=blocked');
});

it('keeps a filter that was chosen before it is rendered when the page is left while a text is typed', async () => {
  const page = open('/devices?status=online');
  await page.does(({ change, keep }) => {
    change({ mode: 'blocked' });
    keep({ q: 'lobby' });
    expect(remembered()).toEqual({ ...DEFAULT_FILTERS, status: 'online', mode: 'blocked', q: 'lobby' });
  });
});

it('goes to a page of filters that are not rendered yet', async () => {
  const page = open('/devices?status=online');
  await page.does(({ change, goTo }) => {
    change({ status: 'offline' });
    goTo(2);
  });
  expect(page.search()).toBe('?status=offline&page=2');
});
