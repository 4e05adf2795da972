import type { Page } from '@playwright/test';

/**
 * Makes every sound of a page last sixteen times as long, the most that the browser allows, so that a sample of a second still plays
 * when the story looks at it. Call this before opening a page.
 */
export const slowDownSounds = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.playbackRate = 1 / 16;
      return play.call(this);
    };
  });
