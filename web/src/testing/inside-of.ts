/** The part of a control that a finger hits: its icon or its label. */
export const insideOf = (control: HTMLElement): Element => control.querySelector('svg, span') ?? control;
