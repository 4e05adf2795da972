/** What a finger hits of a control: its icon or its label, and not the control itself. */
export const insideOf = (control: HTMLElement): Element => control.querySelector('svg, span') ?? control;
