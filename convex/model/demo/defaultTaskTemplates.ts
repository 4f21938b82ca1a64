/** One task template: name, estimated hours, description. */
type DefaultTaskTemplate = readonly [name: string, hours: number, description: string];

/** The default master task list in the order the work is done, by category. */
export const defaultTaskTemplates: Readonly<Record<string, readonly DefaultTaskTemplate[]>> = {
  "Move-Out & Inspection": [
    ["Move-out inspection", 1.5, "Walk the unit with the checklist and record its condition."],
    ["Before photos", 0.5, "Photograph every room, the appliances and all damage."],
    ["Collect and count keys", 0.25, "Keys, fobs, mailbox keys and garage remotes."],
    ["Trash-out", 3, "Remove what was left behind and haul it away."],
    ["Write scope of work", 1, "List repairs and replacements with quantities."],
    ["Order materials", 0.5, "Order long-lead items such as flooring and blinds first."],
  ],
  "Safety & Code": [
    [
      "Test smoke and CO detectors",
      0.5,
      "Test each detector, replace batteries and expired units.",
    ],
    ["Change locks", 0.75, "Rekey or replace entry locks and deadbolts."],
    ["Check window locks and guards", 0.5, "Every window opens, closes and locks."],
    ["Test GFCI outlets", 0.5, "Kitchen, bathrooms, laundry and outdoors."],
    ["Pest inspection", 0.5, "Look for signs of pests; treat when found."],
  ],
  Demolition: [
    ["Remove old carpet and pad", 2.5, "Pull carpet, pad, tack strips and staples."],
    ["Remove damaged drywall", 2, "Cut back to sound material and bag debris."],
    ["Remove worn fixtures", 1, "Take down fixtures that will be replaced."],
  ],
  Plumbing: [
    ["Repair faucets and leaks", 1.5, "Replace cartridges, supply lines and worn stops."],
    ["Service toilets", 1, "New flapper, fill valve and wax ring where needed."],
    ["Clear and test drains", 1, "Sinks, tubs, showers and laundry drain freely."],
    ["Check water heater", 0.75, "Set temperature, test the relief valve, flush sediment."],
    ["Re-caulk tub and sinks", 1.25, "Remove old caulk, clean and seal again."],
  ],
  Electrical: [
    ["Replace switches and outlets", 2, "Replace worn or painted devices and cover plates."],
    ["Replace light fixtures", 1.5, "Install the standard fixtures of the property."],
    ["Replace bulbs", 0.5, "LED bulbs of one colour temperature in every fixture."],
    ["Label electrical panel", 0.5, "Label each breaker and check for tripped ones."],
  ],
  HVAC: [
    ["Replace air filters", 0.25, "Fit new filters and write the date on them."],
    ["Service furnace and air conditioner", 2, "Clean coils, test heating and cooling."],
    ["Clean vents and registers", 1, "Remove, wash and refit all covers."],
    ["Check thermostat", 0.25, "New batteries, test heat, cool and fan."],
  ],
  "Drywall & Paint": [
    ["Patch drywall", 3, "Fill holes, tape seams and sand smooth."],
    ["Prime stains and patches", 1.5, "Stain-blocking primer on patches and water marks."],
    ["Paint walls", 8, "Two coats in the standard wall colour."],
    ["Paint ceilings", 4, "One coat of flat ceiling white."],
    ["Paint trim and doors", 4.5, "Baseboards, casings and both sides of the doors."],
  ],
  "Carpentry & Doors": [
    ["Repair doors and hardware", 2, "Doors close, latch and lock; stops in place."],
    ["Repair cabinets and drawers", 2.5, "Align doors, replace hinges, slides and pulls."],
    ["Replace baseboards", 3, "Replace damaged lengths and caulk the joints."],
    ["Install closet shelving", 1.5, "Level shelves and rods, all brackets anchored."],
    ["Install blinds", 1.5, "Measure, cut and hang; cords secured."],
  ],
  Flooring: [
    ["Prepare subfloor", 2, "Scrape, level and fasten squeaking boards."],
    ["Install vinyl plank", 8, "Living areas and hall, with transitions."],
    ["Install carpet", 5, "Bedrooms, with new pad and tack strips."],
    ["Repair tile and grout", 2.5, "Replace cracked tile, regrout and seal."],
  ],
  "Kitchen & Appliances": [
    ["Clean oven and range hood", 1.5, "Oven, racks, burners, hood and filter."],
    ["Clean refrigerator", 1, "Inside, outside, seals and coils."],
    ["Test all appliances", 0.75, "Run each one through a short cycle."],
    ["Replace failed appliances", 2, "Swap, connect, level and test."],
    ["Repair countertops", 1.5, "Fill chips, seal seams, re-caulk the backsplash."],
  ],
  "Cleaning & Handover": [
    ["Deep clean kitchen", 2.5, "Inside cabinets and drawers, counters, sink."],
    ["Deep clean bathrooms", 2, "Tub, tile, toilet, vanity, mirror and fan."],
    ["Clean windows and tracks", 2, "Inside glass, sills, tracks and screens."],
    ["Clean floors", 1.5, "Vacuum, mop and spot clean."],
    ["Touch-up paint", 1, "Scuffs from the other trades."],
    ["Completion photos", 0.5, "Same views as the photos before the work."],
    ["Final inspection", 1, "Walk the checklist; the unit is ready to lease."],
  ],
};
