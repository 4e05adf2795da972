import { afterEach, beforeEach } from 'vitest';

const DEFAULT_PX = 1024;

/** Gives the pages of a test file another width than that of the document: below 1280 px tables fold some columns. */
export function setPageWidth(px: number): void {
  beforeEach(() => {
    window.innerWidth = px;
  });
  afterEach(() => {
    window.innerWidth = DEFAULT_PX;
  });
}
