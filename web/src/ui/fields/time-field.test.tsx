import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../testing/render-page.tsx';
import { TimeField } from './time-field.tsx';

afterEach(cleanup);

function paste(text: string, props: { readOnly?: boolean } = {}): unknown[] {
  const onChange = vi.fn<(time: string) => void>();
  renderUi(<TimeField label="From" value="08:00" onChange={onChange} {...props} />);
  fireEvent.paste(screen.getByLabelText('From'), { clipboardData: { getData: () => text } });
  cleanup();
  return onChange.mock.calls.flat();
}

it('takes a pasted time as people write it, and leaves other texts to the browser', () => {
  expect(['2:45 PM', '14h45', '14.45 Uhr', '١٤:٤٥', '14:45:30'].map((text) => paste(text))).toEqual(
    Array.from({ length: 5 }, () => ['14:45']),
  );
  expect(['lunch', '24:00', ''].map((text) => paste(text))).toEqual([[], [], []]);
  expect(paste('2:45 PM', { readOnly: true })).toEqual([]);
});
