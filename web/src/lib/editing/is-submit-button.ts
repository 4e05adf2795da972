/**
 * Whether an element that gets the focus submits a form. A field that loses it to the submit button is not validated
 * on blur: an error line would move the button before the press is released.
 */
export const isSubmitButton = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement && target.type === 'submit';
