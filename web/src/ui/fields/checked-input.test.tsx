import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderUi } from '../../testing/render-page.tsx';
import { EmailField } from './checked-input.tsx';

afterEach(cleanup);

function Form() {
  const [email, setEmail] = useState('');
  return <EmailField label="Email" value={email} onChange={(event) => setEmail(event.currentTarget.value)} />;
}

it('has a cross while the email address is invalid, then a check mark, and neither while it is empty', async () => {
  renderUi(<Form />);
  const user = userEvent.setup({ delay: null });
  const field = screen.getByRole('textbox');
  const marks = () => ({
    validity: field.dataset['validity'],
    invalid: field.getAttribute('aria-invalid'),
    icons: [...document.querySelectorAll('svg')].map((icon) => [
      icon.classList.contains('tabler-icon-check') ? 'check' : 'x',
      icon.getAttribute('stroke'),
    ]),
  });
  expect(field.getAttribute('type')).toBe('email');
  expect(field).toHaveProperty('required', true);
  expect(marks()).toMatchObject({ validity: undefined, icons: [] });
  await user.type(field, 'ann@');
  expect(marks()).toEqual({ validity: 'invalid', invalid: 'true', icons: [['x', 'var(--bf-error)']] });
  await user.type(field, 'belfry.test');
  expect(marks()).toMatchObject({ validity: 'valid', icons: [['check', 'var(--bf-success)']] });
  expect(marks().invalid).not.toBe('true');
  expect(document.activeElement).toBe(field);
});
