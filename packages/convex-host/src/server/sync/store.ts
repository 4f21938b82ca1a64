/** Room that many share. */
export class Store {
  readonly #size: number;
  #used = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** False, and nothing taken, when there is not so much. */
  take(amount: number): boolean {
    if (this.#used + amount > this.#size) return false;
    this.#used += amount;
    return true;
  }

  giveBack(amount: number): void {
    this.#used -= amount;
  }
}
