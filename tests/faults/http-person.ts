import { manyUnits, photoBytes, type Turn } from "./live-person.ts";
import { sha256 } from "./ledger.ts";
import { json, pause, type Person } from "./people.ts";

/**
 * A client of the HTTP door. It repeats requests with a key until they are answered, and sends requests without a key
 * once.
 */
export class HttpPerson {
  readonly person: Person;
  #turn = 0;

  constructor(person: Person) {
    this.person = person;
  }

  async act(turn: Turn): Promise<void> {
    this.#turn += 1;
    const chance = turn.random();
    if (chance < 0.3) await this.#makeProject(turn);
    else if (chance < 0.5) await this.#addPhoto(turn);
    else if (chance < 0.9) await this.#addNote(turn);
    else await this.person.insist("/api/projects");
    // The pause keeps programs as slow as people, so that the projects that they make remain.
    await pause(50);
  }

  async #makeProject({ ledger, random }: Turn): Promise<void> {
    const name = `${this.person.name} ${this.#turn}`;
    ledger.projects.set(name, "asked");
    const body = { name, units: random() < 0.1 ? manyUnits : ["1"], key: name };
    const made = await this.person.insist("/api/projects", json("POST", body));
    const { id } = made as { id: string };
    ledger.projects.set(name, "made");
    ledger.acknowledge("projects over HTTP");
    ledger.projects.set(name, "removal asked");
    const removal = await this.person.request(`/api/projects/${id}`, { method: "DELETE" });
    if (removal?.status === 200) ledger.projects.set(name, "removed");
  }

  async #addPhoto({ ledger, place }: Turn): Promise<void> {
    const name = `${this.person.name} ${this.#turn}.jpg`;
    const bytes = photoBytes(name);
    ledger.photos.set(name, "asked");
    ledger.hashes.set(name, sha256(bytes));
    const body = new FormData();
    body.append("photo", new File([bytes], name, { type: "image/jpeg" }));
    for (const [field, text] of Object.entries({
      unitId: place.unitId,
      type: "completion",
      key: name,
    }))
      body.append(field, text);
    await this.person.insist("/api/photos", { method: "POST", body });
    ledger.photos.set(name, "made");
    ledger.acknowledge("photos over HTTP");
  }

  /**
   * The note has no key, so it is sent once. If the request was answered the note exists once, else once or not at all.
   */
  async #addNote({ ledger, place }: Turn): Promise<void> {
    const content = `${this.person.name} ${this.#turn}`;
    ledger.notes.set(content, "asked");
    const body = { unitId: place.unitId, content };
    const answer = await this.person.request("/api/unit-notes", json("POST", body));
    if (answer?.status !== 201) return;
    ledger.notes.set(content, "made");
    ledger.acknowledge("notes over HTTP");
  }
}
