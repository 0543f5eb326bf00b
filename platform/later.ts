/** Does things after a while, unless the platform is closed meanwhile. */
export interface Later {
  /** Does it at once when there is nothing to wait. */
  after(documentedSeconds: number, task: () => void): void;
  close(): void;
}

/** `timeScale`: real seconds per documented second. */
export function startLater(timeScale: number): Later {
  const timers = new Set<NodeJS.Timeout>();
  return {
    after(documentedSeconds, task) {
      if (documentedSeconds === 0) return task();
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          task();
        },
        documentedSeconds * timeScale * 1_000,
      );
      timers.add(timer);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
